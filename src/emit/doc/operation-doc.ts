import type { Api } from "../../model/ir/api.js";
import type { Doc } from "../../model/ir/doc.js";
import type { Lifecycle } from "../../model/ir/lifecycle.js";
import type { Operation } from "../../model/ir/operation.js";
import { code, empty, type Code } from "../print/code.js";
import { deprecationText, type Audience } from "./deprecation-text.js";
import { onOneLine } from "../print/doc-text.js";
import { doc, inline, type DocText } from "../print/doc.js";
import { rateLimitText } from "./rate-limit-text.js";

/**
 * The JSDoc block of an operation, with a final newline: summary and description, route, rate limit, stability, and the `tags` of its
 * file. `@deprecated` is last, on one line, with the dates and the replacement. The same description gives the same text on any day.
 */
export function operationDoc(api: Api, operation: Operation, audience: Audience, tags: NonNullable<DocText["tags"]> = []): Code {
  const limit = rateLimitText(api, operation);
  return doc({
    text: proseOf(operation.doc),
    route: routeText(operation),
    notes: [...(limit === "" ? [] : [limit]), ...lifeNotes(operation.doc.lifecycle)],
    tags: [...tags, ...lifecycleTags(api, operation.doc, audience)],
  });
}

/**
 * The same in short, for where it stands beside the function that says it all: the first sentence, and `@deprecated` with its dates.
 * `route`: with the method and the path, where the code around it does not show them.
 */
export function shortOperationDoc(api: Api, operation: Operation, audience: Audience, route: boolean): Code {
  const sentence = inline(firstSentence(proseOf(operation.doc)[0] ?? ""));
  const line = !route ? sentence : sentence === "" ? routeText(operation) : code`${routeText(operation)}: ${sentence}`;
  return doc({ notes: line === "" ? [] : [line], tags: lifecycleTags(api, operation.doc, audience) });
}

function routeText({ method, path }: Operation): Code {
  return code`\`${inline(`${method} ${path}`)}\``;
}

/** Title, summary and description, without those that another one already says. */
export function proseOf({ title, summary, description }: Doc): readonly string[] {
  // Most have one text, or none.
  if (title === undefined && summary === undefined) return isSaid(description) ? [description] : [];
  const given = [title, summary, description].filter(isSaid);
  if (given.length < 2) return given;
  const said: { readonly text: string; readonly words: string; readonly start: string }[] = [];
  for (const text of given.toReversed()) {
    const words = plain(text);
    if (said.some((other) => other.words === words || other.start === words)) continue;
    said.unshift({ text, words, start: plain(firstLine(text)) });
  }
  return said.map(({ text }) => text);
}

/** What the description says besides of something not being stable. */
export function lifeNotes(lifecycle: Lifecycle | undefined): readonly Code[] {
  const note = inline(lifecycle?.note ?? "");
  return note === "" ? [] : [note];
}

/** `@alpha` and the like, and `@deprecated`. */
export function lifecycleTags(api: Api, { lifecycle }: Doc, audience: Audience): NonNullable<DocText["tags"]> {
  if (lifecycle === undefined) return [];
  const stability = lifecycle.stability === "draft" ? "experimental" : lifecycle.stability;
  return [
    ...(stability === undefined || stability === "stable" ? [] : [{ tag: stability, text: empty }]),
    ...(lifecycle.deprecated ? [{ tag: "deprecated", text: deprecationText(api, lifecycle, audience) }] : []),
  ];
}

const isSaid = (text: string | undefined): text is string => text !== undefined && /\S/.test(text);

/** Up to the end of its first sentence, or of its first line. */
export const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(firstLine(text))?.[0] ?? firstLine(text);

const firstLine = (text: string): string => text.trim().split(/[\r\n]/, 1)[0] ?? "";

const plain = (text: string): string =>
  onOneLine(text)
    .replace(/(?<![.!?:])[.!?:]+$/, "")
    .toLowerCase();
