import type { Entry } from "./entry.js";

/** What building the model can report. */
export const modelCodes = {
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
  "default-invalid": {
    severity: "warning",
    title: "A default is not valid against its own schema.",
    explanation:
      "Defaults are filled in after a value was found valid, so nothing would find fault with one that is of a wrong type or out of bounds: the handler would. It is left out of the generated code. `default: null` beside a type that is not null says nothing that leaving it out does not say.",
  },
  "format-unused": {
    severity: "warning",
    title: "The configuration has a check for a format that the description does not use.",
    explanation:
      "`formats` in the configuration names formats of strings, as the description has them. One that no string is of is misspelt, or no longer needed. A check of your own is given strings only: what a format says of numbers stays as it is.",
  },
  "int64-or-text": {
    severity: "warning",
    title: "A string of digits may be a 64-bit integer or text.",
    explanation:
      'With `int64: "string"`, programs hold 64-bit integers as strings of digits. Where a value may be such an integer or any text, and nothing tells which, "5" as text and 5 are the same in a program: both are sent as the number 5, and either may arrive. With `int64: "bigint"` they are 5n and "5". A text whose pattern or format no integer fits is told apart, and so are alternatives with a constant each, or a discriminator.',
  },
  "pattern-without-unicode": {
    severity: "warning",
    title: "A pattern is a regular expression only without the flag `u`.",
    explanation:
      "JSON Schema's patterns are meant with the flag `u`, by which a character is one even where it takes two units, and only what has a meaning may stand behind a backslash. This one is read without it, as older engines do. Other tools refuse it: take the backslashes out that it does not need.",
  },
  "pattern-vulnerable": {
    severity: "warning",
    title: "A pattern takes more than linear time on some texts.",
    explanation:
      "JavaScript matches by trying: where a part of a text can be matched in several ways, all of them may be tried before it is refused, and a short text can keep a server busy for minutes. The message has such a text. Unless `maxLength` keeps texts short enough, the generated validators refuse those that are longer than what is decided within some hundredths of a second whatever they hold, as the message says. `validators: { patterns }` in the configuration chooses: `bound` does that, `skip` leaves the pattern out, `accept` checks it as it stands, for values that you trust. A skipped pattern of property names also lets other names pass, which it might have matched.",
  },
  "pattern-unproven": {
    severity: "warning",
    title: "A pattern is not known to take linear time.",
    explanation:
      "Nothing slow was found, and it could not be shown that there is nothing: the pattern refers back to what it matched, or is too large, or can match in several ways that were all fast where they were tried. It is treated as one that is slow: see `sundial explain pattern-vulnerable`.",
  },
  "header-parameter-ignored": {
    severity: "info",
    title: "A header parameter is one that is said elsewhere.",
    explanation:
      "Parameters named Accept, Content-Type and Authorization have no effect (OpenAPI 3.1.1, section 4.8.12): media types are said by request bodies and responses, credentials by security schemes. Connection, Content-Length, Host, Keep-Alive, Transfer-Encoding and Upgrade are written by what sends the request; a program cannot set them.",
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
      "Dates are read on operations, path items, `info`, media types, parameters, headers, schemas and security schemes. On a tag, a response or the document itself they reach nobody.",
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
  "deprecation-undated": {
    severity: "info",
    title: "Something has a removal date, and it is not said since when it is deprecated.",
    explanation:
      "The `Deprecation` response header is a date (RFC 9745), and is sent only where one is known: `x-deprecation: { since: … }`. Without it a generated server announces the removal with `Sunset` and `Link` alone. It is remarked on where other operations of the description have the date.",
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
  "limit-unsupported": {
    severity: "warning",
    title: "A limit is described that generated code cannot keep.",
    explanation:
      "Limits are counted in requests, per window, for each credential or address. What counts bytes, connections or resources, has no period, or costs different amounts in several counters is left out, as the message says; the service still keeps to it.",
  },
  "limits-disagree": {
    severity: "error",
    title: "Two keys say different things about the same limit.",
    explanation:
      "Limits are read from `x-rate-limits` and `x-rate-limit`, and from the keys of SLA4OAI, Google, Kong and others. Nobody can tell which of two that differ is true. Keep one, or make them say the same.",
  },
  "limits-overridden": {
    severity: "info",
    title: "The configuration says something else about a limit than the description.",
    explanation:
      "`limits` in the configuration says what a description does not, and wins where both speak. When the description is yours, correct it there; when it is somebody else's and has caught up, take the entry out of the configuration.",
  },
  "limit-operation-unknown": {
    severity: "warning",
    title: "A limit is for an operation that does not exist.",
    explanation:
      "Entries of `limits.operations` in the configuration go by operationId, or by the name of the generated function where there is none; those of an SLA by path and method.",
  },
  "rate-limit-key-unknown": {
    severity: "warning",
    title: "A key looks as if it said something about a limit, and is not understood.",
    explanation:
      "The keys that are read are `x-rate-limits` on the document, `x-rate-limit` and `x-retry` on operations, and those of SLA4OAI, Google and Kong; other shapes only where every member of them is understood. A limit that nobody reads is one that the client runs into.",
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
    explanation:
      "Services send a Unix time, a number of seconds to wait, milliseconds or a date in it; the name does not tell which. Without a format the client guesses from each value, and says so; a generated server writes Unix seconds.",
  },
  "too-many-scopes": {
    severity: "error",
    title: "Schemas with dynamic references mean too many different things.",
    explanation:
      'What a "$dynamicRef" leads to depends on the schema resources on the way to it, so a schema that has one is generated once for every way that makes a difference. Resources that all have the same "$dynamicAnchor"s and refer to each other make more of them with every resource.',
  },
} as const satisfies Record<string, Entry>;
