import type { Api } from "../../model/ir/api.js";
import type { Lifecycle, Replacement } from "../../model/ir/lifecycle.js";
import { code, empty, ident, join, type Code } from "../print/code.js";
import { inline } from "../print/doc.js";

/** Who reads the comment: what a link can lead to depends on the file it stands in. */
export type Audience = "client" | "server" | "types";

/**
 * The text of a `@deprecated` tag, on one line: the dates, the message, what to use instead. Empty when the description says
 * no more than `deprecated: true`. It depends on the description only, never on today's date.
 */
export function deprecationText(api: Api, lifecycle: Lifecycle, audience: Audience): Code {
  const sentences = [
    datesText(lifecycle),
    sentence(inline(lifecycle.message ?? "")),
    replacementText(api, lifecycle.replacement, audience),
    linkText(lifecycle.link),
  ];
  return join(
    sentences.filter((text) => text !== ""),
    " ",
  );
}

function datesText({ since, sunset, removedIn, undated }: Lifecycle): Code {
  const removal = [
    ...(sunset === undefined ? [] : [code`on ${inline(sunset.text)}`]),
    ...(removedIn === undefined ? [] : [code`in version ${inline(removedIn)}`]),
  ];
  if (removal.length === 0 && undated) removal.push(code`on a date not yet known`);
  const removed = removal.length === 0 ? empty : code`to be removed ${join(removal, ", ")}`;
  if (since === undefined) return removed === "" ? empty : code`To be removed ${join(removal, ", ")}.`;
  const start = code`Since ${inline(since.text)}`;
  return removed === "" ? code`${start}.` : code`${start}, ${removed}.`;
}

function replacementText(api: Api, replacement: Replacement | undefined, audience: Audience): Code {
  if (replacement === undefined) return empty;
  switch (replacement.kind) {
    case "operation":
      return sentence(code`Use ${operationLink(api, replacement.operation, audience)}${noteText(replacement.note)}`);
    case "url":
      return sentence(code`Use ${inline(replacement.url)}${noteText(replacement.note)}`);
    case "text":
      return sentence(/^use\b/i.test(replacement.note) ? inline(replacement.note) : code`Use ${inline(replacement.note)}`);
  }
}

function noteText(note: string | undefined): Code {
  return note === undefined ? empty : code` ${inline(note)}`;
}

/** A link that an editor can follow from the file the comment stands in; where none can be, the name and the route. */
function operationLink(api: Api, name: string, audience: Audience): Code {
  if (audience === "client") return code`{@link ${ident(name)}}`;
  if (audience === "server") return code`{@link ${ident(`${api.names.type}Handlers`)}.${ident(name)}}`;
  const operation = api.operations.find(({ names }) => names.value === name);
  return operation === undefined
    ? code`\`${ident(name)}\``
    : code`\`${ident(name)}\` (\`${inline(`${operation.method} ${operation.path}`)}\`)`;
}

function linkText(link: string | undefined): Code {
  return link === undefined ? empty : code`See ${inline(link)}`;
}

/** With a full stop, unless it ends like a sentence already. */
function sentence(text: Code): Code {
  return text === "" || /[.!?:;…]$/.test(text) ? text : code`${text}.`;
}
