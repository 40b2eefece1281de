import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { MediaTypeObject, OperationObject, OrReference } from "../../openapi/rules/types.js";
import type { Json } from "../../source/source-file.js";
import { followReference } from "../build/follow-reference.js";
import type { Direction } from "./change.js";
import type { RawFact } from "./raw-facts.js";
import { closureText } from "./raw-text.js";

type Contents = { readonly [mediaType: string]: OrReference<MediaTypeObject> } | undefined;

/** Headers of the parts of multipart bodies, and what 3.2 says of parts without names. `name`: of the operation; `taken`: which way its body goes. */
export function addPartHeaders(
  name: string,
  { requestBody, responses = {} }: OperationObject,
  taken: Direction,
  resolved: Resolved,
  facts: Map<string, RawFact>,
): void {
  const given = taken === "request" ? "response" : "request";
  const add = (content: Contents, owner: string, way: Direction): void => {
    addParts({ name, owner, way, resolved, facts }, content);
  };
  if (requestBody !== undefined) add(followReference("requestBody", requestBody, resolved).value.content, "its request body", taken);
  for (const [status, response] of Object.entries(responses))
    if (!status.startsWith("x-")) add(followReference("response", response, resolved).value.content, `its response ${status}`, given);
}

interface Place {
  readonly name: string;
  readonly owner: string;
  readonly way: Direction;
  readonly resolved: Resolved;
  readonly facts: Map<string, RawFact>;
}

/** OAS 3.1.1 section 4.8.15.1: headers are ignored where the media type is not multipart, and so is `Content-Type` among them. */
function addParts({ name, owner, way, resolved, facts }: Place, content: Contents): void {
  const add = (what: string, fact: Omit<RawFact, "operation">): void => void facts.set(`${name} ${what}`, { operation: name, ...fact });
  const multipart = Object.entries(content ?? {}).filter(([mediaType]) => /^\s*multipart\//i.test(mediaType));
  for (const [mediaType, start] of multipart) {
    const body = multipart.length === 1 ? owner : `${owner} (${mediaType})`;
    const { value } = followReference("mediaType", start, resolved);
    for (const key of ["prefixEncoding", "itemEncoding"] as const) {
      const unnamed = (value as { readonly [K in typeof key]?: Json })[key]; // kept as it was written
      if (unnamed !== undefined) add(`the ${key} of ${body}`, { rule: "part-encoding", text: textIn(unnamed, value, resolved) });
    }
    for (const [part, { headers = {} }] of Object.entries(value.encoding ?? {}))
      for (const [header, described] of Object.entries(headers)) {
        if (header.toLowerCase() === "content-type") continue;
        const value = followReference("header", described, resolved).value;
        // Its end is told by itself.
        const { required, deprecated: _, ...rest } = value;
        const text = textIn(rest as Json, value, resolved); // of JSON, what is left is JSON
        const need = { way, required: required === true };
        add(`header ${JSON.stringify(header)} of the part ${JSON.stringify(part)} of ${body}`, { rule: "part-header", text, need });
      }
  }
}

/** `beside`: an object of the file that the value stands in. */
function textIn(value: Json, beside: object, resolved: Resolved): string {
  const { file } = resolved.origin(beside);
  return closureText(value, resolved.files.find(({ uri }) => uri === file)?.value ?? resolved.root.value);
}
