/** The differences to openapi-typescript that are meant, by class, each with its reason. */
import type { Difference } from "./compare.js";

export interface Class {
  readonly name: string;
  readonly reason: string;
  /** What belongs to it; absent of what is rewritten before types are compared (`rules.ts`), and of options (`theirs.ts`). */
  readonly holds?: (difference: Difference) => boolean;
}

const lacking =
  (what: Difference["what"], member: RegExp) =>
  (difference: Difference): boolean =>
    difference.what === what && member.test(difference.member);
const missing =
  (member: RegExp) =>
  (difference: Difference): boolean =>
    difference.what !== "differs" && member.test(difference.member);
const differs =
  (member: RegExp, message: RegExp) =>
  (difference: Difference): boolean =>
    difference.what === "differs" && member.test(difference.member) && message.test(difference.message);

/** The first that holds is the class of a difference. */
export const classes: readonly Class[] = [
  {
    name: "request forms",
    reason:
      "What is read-only is in no body of a request, what is write-only in no response; its `readWriteMarkers` say the same in marks.",
  },
  { name: "binary", reason: "Bytes are a Blob, which is what fetch gives and takes; it prints a string, or unknown without a schema." },
  {
    name: "keys of operations",
    reason: "`operations` has those without an operationId, too, under the names of our functions.",
    holds: missing(/^operation /),
  },
  {
    name: "types of ours",
    reason: "There are types of schemas with their defaults filled in, and of schemas outside of `components` that something refers to.",
    holds: lacking("it lacks it", /^schema /),
  },
  {
    name: "keys of components",
    reason: "Sections of `components` have what operations use, and schemas of ours besides (`PetRequest`).",
    holds: missing(/^(?:schema|response|requestBody|parameter|header) /),
  },
  { name: "status ranges", reason: "`4xx` is written `4XX`, as the specification has it.", holds: missing(/ [1-5](?:xx|XX)(?: |$)/) },
  { name: "media types", reason: "Media types are written in one way, with a space after the semicolon.", holds: missing(/;/) },
  {
    name: "path parameters",
    reason: "What stands in a path is a parameter, whether the description declares it or not, and what does not is none.",
    holds: (difference) => difference.member.endsWith(" path") && !(difference.message.split("\n")[0] ?? "").includes("string"),
  },
  {
    name: "operations without responses",
    reason: "An operation that describes no response may give any: `default`.",
    holds: lacking("it lacks it", / default$/),
  },
  {
    name: "bodies of GET",
    reason: "fetch sends no body with GET and HEAD: it would throw.",
    holds: lacking("we lack it", /^(?:GET|HEAD) \S+ body(?: |$)/),
  },
  {
    name: "headers of responses",
    reason: "A header that is shared by reference is optional unless it is required; it takes each reference for required.",
    holds: differs(/ headers$/, /absent|unique symbol/),
  },
  {
    name: "headers that are ignored",
    reason: "Header parameters called Accept, Content-Type and Authorization are to be ignored, as OpenAPI says.",
    holds: (difference) =>
      difference.member.endsWith(" header") &&
      (difference.what === "we lack it" || /Accept|Content-Type|Content-Encoding|Authorization/i.test(difference.message)),
  },
  {
    name: "parameters with content",
    reason: "A parameter with `content` has the type of its schema, and is sent as that media type; it takes it for a string.",
    holds: differs(/ (?:query|header|path|cookie)$/, /string/),
  },
  {
    name: "discriminators",
    reason:
      "A tag has the values that the description maps to a schema, in the union; it writes the schema's name into each schema and takes out what was there.",
    holds: differs(/./, /assignable to type '"[^"]*"'|Omit</),
  },
  {
    name: "other properties",
    reason: "Beside declared properties, an index signature admits theirs, too; an object of which nothing is described may hold anything.",
    holds: differs(/./, /\[other properties\]|'undefined' is not assignable/),
  },
  {
    name: "empty schemas",
    reason:
      "A schema that says nothing is unknown; beside others it takes nothing away. It prints `Record<string, never>` or an empty object.",
    holds: differs(/./, /'?(?:unknown|never|\{\})'? (?:is not assignable|does not satisfy)|type 'never'|constraint 'never'/),
  },
  {
    name: "nullable references",
    reason: "`nullable: true` beside a reference, or a type that is null beside an enum, means that null is taken; it looks at neither.",
    holds: differs(/./, /Type 'null' is not assignable/),
  },
  {
    name: "required elsewhere",
    reason:
      "A property that one schema requires and another one declares is required; one that none declares is unknown. It leaves either out.",
    holds: differs(/./, /(?:is missing in type|is missing the following properties|Type 'typeof absent'|Type 'unique symbol')/),
  },
];

/** The class of a difference; undefined of one that nobody has given a reason for. */
export function classOf(difference: Difference): Class | undefined {
  return classes.find(({ holds }) => holds?.(difference) === true);
}
