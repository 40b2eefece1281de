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

/** What the compiler finds in the end: where types are large, what it says before is mostly their text. */
const cause = ({ message }: Difference): string => message.split("\n").at(-1) ?? "";

const because =
  (reason: RegExp, member = /./) =>
  (difference: Difference): boolean =>
    difference.what === "differs" && member.test(difference.member) && reason.test(cause(difference));

/** The properties that one side lacks, somewhere in its type. */
function missingNames(difference: Difference): readonly string[] {
  const [, one, list = ""] =
    /Property '([^']*)' is missing|is missing the following properties from type .*: (.*)/.exec(cause(difference)) ?? [];
  const names = one === undefined ? list.replace(/,? and \d+ more\.?$/, "").split(", ") : [one];
  return names.filter((name) => name !== "");
}

const hasProperty = (text: string, name: string): boolean => text.includes(` ${name}: `) || text.includes(` ${name}?: `);

/** The first that holds is the class of a difference. */
export const classes: readonly Class[] = [
  {
    name: "binary",
    reason:
      "Bytes are a Blob, which is what fetch gives and takes; it prints a string, or unknown without a schema, or a schema that nothing writes in that form.",
    holds: (difference) =>
      difference.what === "differs" &&
      /^string$|\bstring \| string\b/.test(difference.ours) &&
      / body |unknown/.test(`${difference.member} ${difference.theirs}`),
  },
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
    name: "tuples",
    reason:
      "Items of `prefixItems` may be missing, and others follow, unless `minItems` and `items` say otherwise; it takes them for all there are.",
    holds: because(/element\(s\)|required element at/),
  },
  {
    name: "values",
    reason:
      "A value that `type` rules out is none, `const: null` is null, and a list among the values is that list. It prints the first, `unknown`, and `never[]`.",
    holds: because(/^ *Type '(?:\d+(?:\.\d+)?|number)' is not assignable to type '(?:\w+|0)'|to type 'unique symbol \| null'/),
  },
  {
    name: "items of streams",
    reason: "`itemSchema` of OpenAPI 3.2 is what each event or line holds; it knows no 3.2.",
    holds: (difference) => difference.theirs === "unknown" && difference.member.endsWith(" text/event-stream"),
  },
  {
    name: "side by side",
    reason:
      "What stands side by side holds together: an array that is one of some objects, or an object that is a string, is nothing. It takes any one of them.",
    holds: ({ what, ours }) => what === "differs" && (ours === "never" || ours.includes("[] & (")),
  },
  {
    name: "discriminators",
    reason:
      "A tag has the values that the description maps to a schema, in the union; it writes the schema's name into each schema and takes out what was there.",
    holds: (difference) =>
      differs(/./, /assignable to type '"[^"]*"'|Omit<|required in type '\{ \S+: "[^"]*"; \}'/)(difference) ||
      (difference.what === "differs" && difference.theirs.includes(`: "${difference.member.replace(/^schema /, "")}"`)) ||
      (because(/to type 'never'/)(difference) && /\w & \{ \S+: "/.test(difference.ours)),
  },
  {
    name: "required by a base",
    reason:
      "A property that one schema requires and the one beside it declares is required, and of the type declared there; it leaves it optional, so that it may be undefined.",
    holds: ({ what, theirs, ours }) =>
      what === "differs" &&
      Array.from(theirs.matchAll(/ ([\w-]+)\?: /g)).some(
        ([, name = ""]) => ours.includes(" & {") && ours.includes(` ${name}: `) && !ours.includes(` ${name}?: `),
      ),
  },
  {
    name: "required elsewhere",
    reason:
      "What is required is required, though it is declared elsewhere, or nowhere and unknown; it leaves out what nothing declares, and alternatives that only require.",
    holds: (difference) =>
      because(/Type 'typeof absent' is not/)(difference) || missingNames(difference).some((name) => difference.ours.includes(` ${name}: `)),
  },
  {
    name: "request forms",
    reason:
      "What is read-only is in no body of a request, what is write-only in no response; its `readWriteMarkers` say the same in marks, but not of what a reference, its target or a part of `allOf` says it of.",
    holds: (difference) =>
      missingNames(difference).some(
        (name) =>
          difference.sentOnly ||
          name.startsWith('"readonly ') ||
          (hasProperty(difference.theirs, name) && !hasProperty(difference.ours, name)),
      ),
  },
  {
    name: "other properties",
    reason: "Beside declared properties, an index signature admits theirs, too; an object of which nothing is described may hold anything.",
    holds: differs(/./, /\[other properties\]|'undefined' is not assignable/),
  },
  {
    name: "types that are implied",
    reason: "Properties mean an object, `items` an array, and alternatives that only require properties require them; it prints `unknown`.",
    holds: (difference) =>
      because(/'?unknown'? (?:is not assignable|does not satisfy)/)(difference) && difference.theirs.includes("unknown"),
  },
  {
    name: "nullable references",
    reason:
      "`nullable: true` beside a reference means that null is taken: services send it. By the letter of OpenAPI 3.0 it says nothing, and it prints nothing.",
    holds: (difference) => because(/Type 'null' is not assignable/)(difference) && /\w \| null/.test(difference.ours),
  },
  {
    name: "null beside alternatives",
    reason: "Where one of alternatives must hold, too, null is taken if one of these takes it; it adds null to the first.",
    holds: because(/Type 'null' is not assignable/),
  },
];

/** The class of a difference; undefined of one that nobody has given a reason for. */
export function classOf(difference: Difference): Class | undefined {
  return classes.find(({ holds }) => holds?.(difference) === true);
}
