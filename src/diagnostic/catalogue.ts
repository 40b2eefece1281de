import type { Diagnostic, Origin, Position, Severity } from "./diagnostic.js";

interface Entry {
  readonly severity: Severity;
  /** One line: what the code means. */
  readonly title: string;
  /** What `sundial explain CODE` prints below the title: why it matters and what to do. */
  readonly explanation: string;
}

/** Every code, once. Codes are stable and never reused. Grouped by the stage that reports them. */
export const catalogue = {
  "file-not-found": {
    severity: "error",
    title: "A file that is needed does not exist or cannot be read.",
    explanation:
      "Check the spelling of the path; relative paths are relative to the file that names them, and on the command line to the current folder.",
  },
  // ------------------------------------------------------------------------------------------------ config, command line
  "config-not-found": {
    severity: "error",
    title: "There is no configuration, and no --input and --output instead of one.",
    explanation:
      "`sundial generate` reads sundial.config.ts (or .mts, .js, .mjs, .json) in the current folder, or the file given with --config. Without one, name the description and the folder: `sundial generate --input openapi.yaml --output generated/api`.",
  },
  "config-unreadable": {
    severity: "error",
    title: "The configuration cannot be loaded.",
    explanation:
      "The file does not exist, does not compile, throws while it is loaded, or has no default export. Its default export is what `defineConfig({ … })` returns; a JSON file is that object.",
  },
  "config-unknown-key": {
    severity: "error",
    title: "The configuration has a key that means nothing.",
    explanation:
      "Keys are checked so that a misspelt one is not silently without effect. `defineConfig` offers the known ones in your editor.",
  },
  "config-invalid-value": {
    severity: "error",
    title: "A value in the configuration is not one that its key takes.",
    explanation: "The message names the key and what it takes.",
  },
  "config-shared-output": {
    severity: "error",
    title: "Two APIs of the configuration write to the same folder.",
    explanation:
      "Each output has a manifest of its own files; two in one folder would remove each other's. Give each API a folder of its own.",
  },
  "silence-unused": {
    severity: "warning",
    title: "A warning is silenced that does not occur.",
    explanation:
      "`silence` in the configuration names codes of warnings not to print. One that no longer occurs would hide the next that does.",
  },
  usage: {
    severity: "error",
    title: "The command line has a mistake.",
    explanation: "`sundial COMMAND --help` lists the flags of a command.",
  },

  // -------------------------------------------------------------------------------------------------------------- output
  "output-stale": {
    severity: "error",
    title: "What is on disk is not what `sundial generate` would write.",
    explanation:
      "`sundial check` compares every file with what the description, the options and the tool make of them now, and says of each whether it is missing, changed, edited by hand or left over. Run the command it prints, and commit the result.",
  },
  "output-refused": {
    severity: "error",
    title: "A folder or path cannot be written to, whatever is in it.",
    explanation:
      "The root of a file system, a home folder, a project's own folder (with .git or package.json) and a folder above the current one are never output folders, and no file is written outside the output folder. Give generated files a folder of their own.",
  },
  "output-symlink": {
    severity: "error",
    title: "A symbolic link stands inside the output folder where a generated file or its folder belongs.",
    explanation: "Writing through a link would change files elsewhere. The output folder itself may be a link; nothing below it may.",
  },
  "output-in-the-way": {
    severity: "error",
    title: "Something of yours stands where a generated file has to be written.",
    explanation: "A file that sundial did not write is never overwritten, not even with --force. Move it, or generate into another folder.",
  },
  "output-locked": {
    severity: "error",
    title: "Another run is writing to the same output folder.",
    explanation:
      "A run waits half a minute for another one. The lock of a process that is gone is taken over by itself; one made on another machine has to be deleted by hand.",
  },
  "output-failed": {
    severity: "error",
    title: "The output could not be written.",
    explanation:
      "All files are first written beside the output and then renamed into place. When the first step fails nothing has changed; when the second does, the next run completes it, and until then `sundial check` says that a run was interrupted.",
  },
  "output-interrupted": {
    severity: "info",
    title: "An earlier run was interrupted while it wrote, and this one completes it.",
    explanation:
      "A run that is killed while it renames files into place leaves some of the old output and some of the new, and a journal that says so. The next run needs nothing of it: it makes every file again.",
  },
  "edited-by-hand": {
    severity: "error",
    title: "A generated file was changed after it was generated.",
    explanation:
      "`sundial generate` does not overwrite what someone may have meant to keep. Move the change into the description, the configuration or a file of your own. `sundial check --diff` shows it; `sundial generate --force` discards it.",
  },
  "leftover-kept": {
    severity: "warning",
    title: "A file that looks generated is no longer part of the output, and was kept.",
    explanation:
      "Only files that are exactly as sundial wrote them are removed. This one was changed, or is not on record. Delete it by hand.",
  },
  "manifest-unreadable": {
    severity: "error",
    title: "The manifest of an output folder, sundial.json, cannot be read.",
    explanation:
      "The manifest says which files in the folder are generated, and how they were. Without it nothing can be replaced safely. After a merge conflict take either side, then run `sundial generate --force`: files with the generated header are replaced, others are left alone.",
  },
  "fetch-failed": {
    severity: "error",
    title: "A URL could not be read.",
    explanation:
      "The server could not be reached, or answered with another status than 200. Open the URL in a browser, or download the file and name the copy.",
  },
  "file-too-large": {
    severity: "error",
    title: "A file is larger than what is read.",
    explanation: "At most 50 MB are read per file. Split the description into several files, or leave out examples.",
  },
  "not-text": {
    severity: "error",
    title: "A file is not UTF-8 text.",
    explanation: "Descriptions are read as UTF-8, with or without a byte order mark. Save the file again in that encoding.",
  },
  syntax: {
    severity: "error",
    title: "A file is neither valid JSON nor valid YAML.",
    explanation:
      "Text that begins with { or [ is read as JSON, everything else as YAML 1.2. All mistakes that could be found are listed; correct the first one first, since it may be the cause of the others.",
  },
  "duplicate-key": {
    severity: "error",
    title: "An object has two members of one name.",
    explanation:
      "Most parsers keep the last one and say nothing, others the first one, so nobody can tell what is meant. Remove or rename one of them.",
  },
  "too-deep": {
    severity: "error",
    title: "A file is nested too deeply.",
    explanation:
      "At most 100 levels of objects and lists are read. Real descriptions have some 25. Move inner schemas into components and refer to them.",
  },
  "yaml-alias": {
    severity: "error",
    title: "The aliases of a YAML file cannot be followed.",
    explanation:
      "An alias (*name) that stands inside its own anchor (&name), or aliases of aliases that unfold to millions of values, make no description. Refer to components with $ref instead.",
  },
  // openapi/
  "not-openapi": {
    severity: "error",
    title: "The input is not an OpenAPI description.",
    explanation: 'An OpenAPI description is an object with a member "openapi" (3.x) or "swagger" (2.0) that names the version.',
  },
  "unknown-version": {
    severity: "error",
    title: "The description is of a version that is not known.",
    explanation: 'Versions 2.0, 3.0, 3.1 and 3.2 of OpenAPI are read. The version is a string: openapi: 3.1.0, swagger: "2.0".',
  },
  "wrong-type": {
    severity: "error",
    title: "A member has a value of another type than OpenAPI says.",
    explanation:
      "The OpenAPI Specification fixes the type of the member that is named. In YAML, quote what must be a string and looks like a number, a date or a truth value.",
  },
  "unknown-word": {
    severity: "error",
    title: "A member has a value that is none of the words OpenAPI allows there.",
    explanation:
      'Members such as "in", "style" and the type of a security scheme take one of a fixed set of words, in exactly the case the specification prints.',
  },
  "unknown-key": {
    severity: "warning",
    title: "A key looks like one of OpenAPI's, and is none.",
    explanation: "It has no effect, so what it says is lost when it is a misspelling. Keys of your own begin with x-.",
  },
  "unknown-type": {
    severity: "error",
    title: "A schema names a type that does not exist.",
    explanation:
      'JSON Schema has the types null, boolean, integer, number, string, array and object. Finer distinctions belong into "format": a date is a string with format date.',
  },
  "missing-member": {
    severity: "error",
    title: "An object lacks a member that OpenAPI requires.",
    explanation: "The OpenAPI Specification marks the member as REQUIRED for that object.",
  },
  "unsafe-integer": {
    severity: "warning",
    title: "An integer is too large to be read exactly.",
    explanation:
      "JavaScript's numbers hold integers exactly up to 9007199254740991; a larger one is rounded when the description is read, and then no longer the value that the service sends or takes. Describe such values as strings.",
  },
  "required-flag": {
    severity: "warning",
    title: '"required" of a schema is true or false.',
    explanation:
      'In a schema, "required" is a list of the names of properties that must be there. The flag is JSON Schema\'s of before 2013; it is ignored.',
  },
  "collection-format": {
    severity: "warning",
    title: "A collectionFormat of OpenAPI 2.0 has no equal in later versions.",
    explanation:
      "Values separated by tabs, and by blanks or bars outside the query, cannot be said in OpenAPI 3. They are joined with commas instead: see whether the service accepts that.",
  },
  "bad-ref": {
    severity: "error",
    title: "A $ref is not a reference that can be followed.",
    explanation:
      "A reference is a URI, absolute or relative to the file it stands in, with a JSON Pointer after #. Relative references mean nothing on standard input, which has no folder.",
  },
  "ref-outside": {
    severity: "error",
    title: "A reference leads to a file that the description may not read.",
    explanation:
      "A description is someone else's text, and could name any file or any server. One on disk may refer to files below the current folder, and below the folder above its own; it never reaches the network. One from a URL may refer to files of the same origin. Copy what is needed beside the description.",
  },
  "ref-not-found": {
    severity: "error",
    title: "A $ref leads to nothing.",
    explanation:
      "The file was read and has no value at the JSON Pointer. It is only a warning where the description stands without it: where something is said beside the reference (a description, nullable, …), and it is an optional property, or a component that nothing refers to. Any value is accepted there.",
  },
  "ref-kind": {
    severity: "error",
    title: "A $ref leads to a component of another kind.",
    explanation:
      "A reference in place of a schema leads to a schema, one in place of a parameter to a parameter, and so on. In place of a schema it is a warning, and any value is accepted there.",
  },
  "ref-cycle": {
    severity: "error",
    title: "A $ref leads only back to itself.",
    explanation:
      "Following the reference, through other references and the members of allOf, anyOf, oneOf and not, comes back to where it started without a step into the value. Such a schema says nothing that could be checked. A schema that contains itself in a property, as an item or as an additional property is fine: there a value ends it.",
  },
  "base-cycle": {
    severity: "warning",
    title: "A schema is one of its own subtypes, each of which is that schema and more.",
    explanation:
      "A base that lists its subtypes in oneOf or anyOf, while each subtype takes the base into its allOf, goes round in a circle. What is meant is clear: in a subtype the base stands for what all of them share. It is read so. To say it plainly, put the shared part into a schema of its own, and let the subtypes refer to that.",
  },
  "path-slash": {
    severity: "error",
    title: "A path does not begin with a slash.",
    explanation: "A path is appended to the URL of the server, so it has to begin with a slash. Keys that are extensions begin with x-.",
  },
  "ambiguous-paths": {
    severity: "warning",
    title: "Two paths match the same requests.",
    explanation:
      "They differ only in the names of their parameters, so that no server can tell them apart by the path. A client calls each as it is written; a server takes the one that is written first for the methods that both have.",
  },
  "duplicate-operation-id": {
    severity: "error",
    title: "Two operations have the same operationId.",
    explanation: "An operationId is unique among all operations of a description: functions and handlers are named after it.",
  },
  "duplicate-parameter": {
    severity: "error",
    title: "A parameter is listed twice.",
    explanation:
      'A parameter is known by its name and where it stands ("in"). A list has each at most once; an operation may repeat one of its path item, to replace it.',
  },
  "parameter-shape": {
    severity: "warning",
    title: "A parameter does not say in one way what its value is.",
    explanation: "A parameter has either a schema, or a content with exactly one media type.",
  },
  "server-variable": {
    severity: "warning",
    title: "A server and its variables do not go together.",
    explanation:
      "Each {name} in the URL of a server needs an entry in its variables, and the default of a variable is one of its values, when it lists them.",
  },
  "ref-siblings-ignored": {
    severity: "warning",
    title: "Keywords beside a $ref are ignored.",
    explanation:
      "Up to OpenAPI 3.0 everything beside $ref is ignored; descriptions and other annotations are kept all the same. Put the reference and the other keywords into an allOf. From OpenAPI 3.1 on they count.",
  },

  // --------------------------------------------------------------------------------------------------------------- model
  "name-changed": {
    severity: "info",
    title: "A name of the description is not the one in generated code.",
    explanation:
      "Two names of the description come to the same identifier, or a name is a word that generated code cannot use. The schema or operation whose name is an identifier as written keeps it; another gets its tag, method, path or a number appended. Give it a name of its own in the description when you care.",
  },
  "schema-too-deep": {
    severity: "error",
    title: "Schemas are nested too deep, one in the other.",
    explanation:
      "More than 200 levels without a reference in between cannot be generated. Give the inner schemas names under `components.schemas` and refer to them.",
  },
  "pattern-invalid": {
    severity: "warning",
    title: "A pattern is not a regular expression of ECMAScript.",
    explanation:
      "JSON Schema's patterns are ECMA-262's. What another language understands (inline flags, possessive quantifiers, `\\A`, POSIX classes) is not checked by the generated validators, and by nobody else's either.",
  },
  "header-parameter-ignored": {
    severity: "info",
    title: "A header parameter is one that OpenAPI says is ignored.",
    explanation:
      "Parameters named Accept, Content-Type and Authorization have no effect (OpenAPI 3.1.1, section 4.8.12): media types are said by request bodies and responses, credentials by security schemes.",
  },
  "path-parameter-optional": {
    severity: "warning",
    title: "A path parameter is not marked as required.",
    explanation: "A path cannot leave a part of itself out; OpenAPI asks for `required: true`. It is read as required.",
  },
  "path-parameter-undeclared": {
    severity: "warning",
    title: "A path has a parameter that is not declared.",
    explanation: "Every `{name}` of a path needs a parameter with `in: path` and that name. Without one it is read as a string.",
  },
  "path-parameter-unused": {
    severity: "warning",
    title: "A path parameter has no place in its path.",
    explanation: "A parameter with `in: path` needs a `{name}` in the path; the names must be the same, capitals included. It is left out.",
  },
  "parameter-style-invalid": {
    severity: "warning",
    title: "A parameter has a style that its location does not know.",
    explanation:
      "Paths know simple, label and matrix; queries form, spaceDelimited, pipeDelimited and deepObject; headers simple; cookies form and cookie.",
  },
  "body-ignored": {
    severity: "info",
    title: "A method without a request body has one in the description.",
    explanation:
      "GET, HEAD and TRACE requests carry no content (RFC 9110, section 9.3); `fetch` refuses to send it. It is left out of the generated code.",
  },
  "response-status-invalid": {
    severity: "warning",
    title: "A key among responses is no status.",
    explanation: "Responses are keyed by three digits (`200`), a range (`4XX`) or `default`.",
  },
  "security-scheme-unknown": {
    severity: "warning",
    title: "A security scheme is named that does not exist.",
    explanation:
      "Names in `security` are keys of `components.securitySchemes` of the root file. How a credential of an undeclared scheme is sent is not known: the generated client sends none, and the generated server asks your `authenticate` function with the whole request, so that nothing is open by mistake.",
  },
  "security-scheme-incomplete": {
    severity: "warning",
    title: "A security scheme does not say how a credential is sent.",
    explanation: "An apiKey needs `in` and `name`, an http scheme `scheme`. It is left out of the generated code.",
  },
  "date-invalid": {
    severity: "warning",
    title: "A date cannot be read.",
    explanation:
      "Dates are RFC 3339: a full-date (2030-12-05, the first instant of that day, UTC) or a date-time with its offset (2030-12-05T12:00:00Z). Dates are never guessed from prose.",
  },
  "lifecycle-value-invalid": {
    severity: "warning",
    title: "A key about the life of a thing has a value that it does not take.",
    explanation: "The message names the key and what it takes; the value is not read.",
  },
  "lifecycle-key-unknown": {
    severity: "warning",
    title: "A key looks as if it said something about a deprecation, and is not understood.",
    explanation:
      "A removal date that nobody reads is worse than none. The keys that are read are x-sunset, x-deprecation and x-stability-level, and those of a number of other tools.",
  },
  "lifecycle-place-unread": {
    severity: "warning",
    title: "A key about the life of a thing stands where none is read.",
    explanation:
      "Dates are read on operations, path items, `info`, parameters, headers, schemas and security schemes. On a tag, a media type or the document itself they reach nobody.",
  },
  "lifecycle-keys-disagree": {
    severity: "error",
    title: "Two keys say different things about the same date or address.",
    explanation: "Nobody can tell which of them is true. Keep one, or make them say the same.",
  },
  "sunset-before-since": {
    severity: "warning",
    title: "Something is to be removed before it becomes deprecated.",
    explanation: "The sunset date lies before the deprecation date; one of them is wrong.",
  },
  "sunset-without-deprecated": {
    severity: "warning",
    title: "Something has a removal date and is not deprecated.",
    explanation: "Dates, messages and replacements take effect only beside `deprecated: true`.",
  },
  "replacement-unknown": {
    severity: "warning",
    title: "A replacement names an operation that does not exist.",
    explanation: "`replacement` takes the operationId of an operation of the same description, or an address as `url`. It is kept as text.",
  },
  "replacement-deprecated": {
    severity: "warning",
    title: "A replacement is deprecated itself.",
    explanation: "Callers would have to move twice. Name the operation they should move to in the end.",
  },
  "rate-limit-invalid": {
    severity: "warning",
    title: "A rate limit has a value that cannot be read.",
    explanation:
      "Quotas (q) are whole numbers of requests and windows (w) whole numbers of seconds, both above 0. What cannot be read is left out.",
  },
  "rate-limit-key-unknown": {
    severity: "warning",
    title: "A key looks as if it said something about a limit, and is not understood.",
    explanation: "The keys that are read are `x-rate-limits` on the document and `x-rate-limit` on operations.",
  },
  "plan-unknown": {
    severity: "warning",
    title: "A plan or policy is named that does not exist.",
    explanation: "Names refer to the keys of `x-rate-limits.plans` and of the `policies` in them.",
  },
  "limits-without-429": {
    severity: "info",
    title: "Limits are described, and no operation describes an answer with status 429.",
    explanation: "A client over its limit is answered with 429 and `Retry-After`. Describe that response, with its body if it has one.",
  },
  "enum-type-mismatch": {
    severity: "warning",
    title: "A value of an enumeration is not of the type beside it.",
    explanation: "Both hold at once, so the value can never be valid. In YAML, `yes`, `no`, `on`, `1` and dates need quotes to be strings.",
  },
  "reset-format-missing": {
    severity: "warning",
    title: "A reset header is declared without its format.",
    explanation: "Services send a Unix time, a number of seconds to wait, milliseconds or a date in it; the name does not tell which.",
  },
  "handler-orphaned": {
    severity: "warning",
    title: "A handler has no operation any more.",
    explanation:
      "The description has no operation of that name: it was removed or renamed. Handlers are yours, so nothing is deleted. Move the code to the operation's new name, or delete it.",
  },
  "handlers-unreadable": {
    severity: "warning",
    title: "A file of handlers cannot be read as TypeScript.",
    explanation: "It was left alone, so handlers of new operations were not added to it. Repair its syntax and generate again.",
  },
  "handlers-unrecognised": {
    severity: "warning",
    title: "It is not clear where in a file a new handler belongs.",
    explanation:
      "New handlers are added to a constant that is an object written out in the file, as it was generated. The file is shaped differently, so it was left alone: add the named handlers where they fit.",
  },
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;

/** Builds a diagnostic; the severity is the catalogue's unless given. Long messages are cut: a description's own text may be of any length. */
export function diagnostic(
  code: Code,
  message: string,
  place?: {
    readonly at?: Origin | Position | undefined;
    readonly hint?: string | undefined;
    readonly severity?: Severity;
    readonly related?: Diagnostic["related"];
  },
): Diagnostic {
  return {
    code,
    severity: place?.severity ?? catalogue[code].severity,
    message: cut(message),
    ...(place?.hint === undefined ? {} : { hint: cut(place.hint) }),
    ...(place?.at === undefined ? {} : { at: place.at }),
    ...(place?.related === undefined ? {} : { related: place.related }),
  };
}

const LONGEST_MESSAGE = 500;

function cut(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE)}…`;
}
