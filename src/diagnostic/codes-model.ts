import type { Entry } from "./diagnostic.js";

/** What building the model can report. */
export const modelCodes = {
  "rename-taken": {
    severity: "error",
    title: "A name that `names` asks for is taken.",
    explanation:
      "`names` in the configuration gives a schema or an operation a name of your choice. No two things have one name, and generated code uses some names itself, such as `components` and `createPetstoreClient`. Choose another name, or give the other thing another one, too.",
  },
  "rename-ambiguous": {
    severity: "error",
    title: "A key of `names` does not say which thing it means.",
    explanation:
      'Several operations have the operationId, several files have a schema of the name, or two keys mean one operation. Name an operation by its method and path: `"GET /pets"`.',
  },
  "rename-unmatched": {
    severity: "warning",
    title: "A name is given by `names` to what the description does not have.",
    explanation:
      "A schema is named as in the components of the description, and an operation by its operationId, or by its method and path. The key is misspelt, or the description has changed. It has no effect. A key for something that `include` and `exclude` leave out is no mistake.",
  },
  "name-changed": {
    severity: "info",
    title: "A name in generated code differs from the name in the description.",
    explanation:
      "Two names of the description give the same identifier, or a name is a reserved word in generated code, or has no letter that code can have. The schema or operation whose name is an identifier as written keeps it. The other gets its tag, method, path or a number appended. To choose the name yourself, give it one in `names` of the configuration, or change it in the description.",
  },
  "schema-too-deep": {
    severity: "error",
    title: "Schemas are nested too deeply.",
    explanation:
      "At most 200 levels without a reference are generated. Give the inner schemas names under `components.schemas` and refer to them.",
  },
  "pattern-invalid": {
    severity: "warning",
    title: "A pattern is not a regular expression of ECMAScript.",
    explanation:
      "Patterns of JSON Schema are regular expressions of ECMA-262. Syntax of other languages (inline flags, possessive quantifiers, `\\A`, POSIX classes) has no meaning there. `\\p{…}` has one with the flag `u` alone: a pattern with it is never read without, so that `^\\p{Lu}{x}` is none. Nor is one read with more than 100 groups inside each other, or with more than 10,000 characters, at which engines give up. The generated validators do not check this pattern, and other tools do not either.",
  },
  "default-invalid": {
    severity: "warning",
    title: "A default is not valid against its own schema, or against what else is said of the same property.",
    explanation:
      "Defaults are filled in after validation, so no validator would find this one. A handler would get a value of a wrong type or out of bounds. The default is left out of the generated code, also where only its format is wrong. `default: null` beside a type that is not null says the same as no default. A default that another part of `allOf`, the schema around it or an alternative refuses is not filled in where that holds.",
  },
  "enum-invalid": {
    severity: "warning",
    title: "A value of an enumeration is not valid against the schema beside it.",
    explanation:
      "Only `sundial lint` says so. All keywords of a schema apply at once: a value of its enumeration that is out of its bounds, or not of its pattern or format, is in the generated type, and validators refuse it.",
  },
  "example-invalid": {
    severity: "warning",
    title: "An example is not valid against the schema beside it.",
    explanation:
      "Only `sundial lint` says so: generated code does not depend on examples. Either the example or the schema is wrong. Where the example is what the service sends, generated types and validators are as wrong as the schema. It is held against all that validators check, formats too, as far as the answer is certain, and of a text that is JSON, its value. In a schema's own example, properties that are only read or only written may be missing.",
  },
  "format-unknown": {
    severity: "info",
    title: "A format is not known, and resembles one that is.",
    explanation:
      "Formats are open: one that nobody knows says something to people, and nothing is checked. A misspelt one is not checked either: `datetime` is no `date-time`. It is told once for each format. The table in docs/validators.md has the formats that are checked. A format of your own can have a check: `formats` in the configuration.",
  },
  "schema-untyped": {
    severity: "info",
    title: "Schemas describe members of objects or items of lists, and have no type.",
    explanation:
      'By the letter of JSON Schema `properties` say nothing of a value that is no object: without `type: object` the text "5" is valid, too. Nobody means that, and types of TypeScript do not say it. So a schema with `properties`, `required`, `additionalProperties` or `patternProperties` is an object, and one with `items` or `prefixItems` a list, in types, validators, client and server. Where a type is said above it or beside it, that one holds; what is only asked (`not`, `if`, `contains`, `dependentSchemas`, `propertyNames`) stays as it is written. Add the type to the description, or, where values of every other type are meant to be valid, set `untyped: "any"`; types then say so.',
  },
  "format-unused": {
    severity: "warning",
    title: "The configuration has a check for a format that the description does not use.",
    explanation:
      "`formats` in the configuration names formats of strings. No string of the description has this format: it is misspelt, or no longer needed. Your own checks get strings only. Formats of numbers stay as they are.",
  },
  "gate-store-unused": {
    severity: "warning",
    title: "The configuration asks for a store of gates, and the client has no gate.",
    explanation:
      'With `gateStore: true`, several processes can share the limits of a credential: the client takes `gateStore`, and exports `redisGateStore` and `sharedGates`. A client has a gate where limits are known: where the description has them, or `limits` in the configuration says them, or is `"auto"`. This client has none, so nothing is added to it.',
  },
  "int64-or-text": {
    severity: "warning",
    title: "A string of digits may be a 64-bit integer or text.",
    explanation:
      'With `int64: "string"`, programs hold 64-bit integers as strings of digits. Here a value may be such an integer or any text. In a program the text "5" and the integer 5 are then the same: both are sent as the number 5, and either may arrive. With `int64: "bigint"` they are 5n and "5". A pattern or format that no integer matches tells them apart; so do alternatives with a constant each, or a discriminator.',
  },
  "int64-or-number": {
    severity: "warning",
    title: "An integer may be one of 64 bits or a number, and alternatives look alike.",
    explanation:
      'With `int64: "bigint"` or `"string"`, what reads a body finds out which alternative it is of: by the types of its members, by which of them there are, by constants, limits and lengths. Here two alternatives differ only in what is not looked at, such as patterns, divisors and formats. One has an integer of 64 bits where the other has a number. The first is read, and where the other one was meant, validators may refuse the body. A property that is a constant in each alternative tells them apart; so does a discriminator.',
  },
  "pattern-without-unicode": {
    severity: "warning",
    title: "A pattern is a regular expression only without the flag `u`.",
    explanation:
      "Patterns of JSON Schema have the flag `u`. With it, a backslash stands only before a character that it changes. This pattern is read without the flag, as older engines do. Other tools reject it. Remove the backslashes that it does not need.",
  },
  "pattern-vulnerable": {
    severity: "warning",
    title: "A pattern takes more than linear time on some texts.",
    explanation:
      "JavaScript's regular expressions backtrack. Where a part of a text matches in several ways, the engine may try all of them, and a short text can keep a server busy for minutes. The message shows such a text. Most of these patterns are no warning: generated validators match the same texts with a pattern that does not backtrack, or with an automaton of the runtime, in time that grows with the text and no faster. `sundial lint` says so, as a remark, since other tools run the pattern as it is written. The warning is about the others: those that look around or refer back, or need too large an automaton. Unless `maxLength` keeps texts short enough, the generated validators reject longer texts; the message names the limit. Up to that limit a match takes some tenths of a second at most. `validators: { patterns }` in the configuration chooses: `bound` does that, `skip` leaves such a pattern out, and `accept` checks every pattern as it is written and without a limit, for values that you trust. A skipped pattern of property names also accepts the names that it would have matched.",
  },
  "pattern-unproven": {
    severity: "warning",
    title: "A pattern is not known to take linear time.",
    explanation:
      "The analysis found no slow text, and no proof that there is none. The pattern has backreferences or lookarounds, or is too large for an automaton that takes any text. It is treated as a slow one: see `sundial explain pattern-vulnerable`.",
  },
  "header-parameter-ignored": {
    severity: "info",
    title: "A header parameter is defined elsewhere.",
    explanation:
      "From OpenAPI 3.0 on, parameters named Accept, Content-Type and Authorization have no effect (3.1.1, section 4.8.12). In 2.0, Accept and Content-Type are left to `consumes` and `produces`, and Authorization to the security definition that has it, if one has. Request bodies and responses name the media types; security schemes name the credentials. The HTTP client writes Connection, Content-Length, Host, Keep-Alive, Transfer-Encoding and Upgrade itself; a program cannot set them.",
  },
  "path-parameter-optional": {
    severity: "warning",
    title: "A path parameter is not marked as required.",
    explanation: "Every part of a path is required, and OpenAPI asks for `required: true`. The parameter is read as required.",
  },
  "path-parameter-undeclared": {
    severity: "warning",
    title: "A path has a parameter that is not declared.",
    explanation:
      "Every `{name}` of a path needs a parameter with `in: path` and that name. Without one it is read as a string. Where one parameter of the path is not declared, and one that is declared is not in the path, they are read as one.",
  },
  "path-parameter-repeated": {
    severity: "warning",
    title: "A path has a parameter twice.",
    explanation:
      "The names in braces of a path are unique. Clients send one value in all places of a name, and a server gives its handler the last one that it gets, so that it cannot tell where they differ. Give each its own name.",
  },
  "path-parameter-unused": {
    severity: "warning",
    title: "A path parameter does not appear in its path.",
    explanation:
      "A parameter with `in: path` needs a `{name}` in the path. The names must be the same, capitals included. The parameter is left out.",
  },
  "parameter-style-invalid": {
    severity: "warning",
    title: "A parameter has a style that its location does not allow.",
    explanation:
      "Paths allow simple, label and matrix; queries form, spaceDelimited, pipeDelimited and deepObject; headers simple; cookies form and cookie.",
  },
  "body-ignored": {
    severity: "info",
    title: "A method without a request body has one in the description.",
    explanation:
      "GET, HEAD and TRACE requests carry no content (RFC 9110, section 9.3), and `fetch` does not send it. The body is left out of the generated code.",
  },
  "parts-by-position": {
    severity: "warning",
    title: "A multipart body has parts without names.",
    explanation:
      "A list under multipart, and `prefixEncoding`, `itemEncoding` and `itemSchema` of OpenAPI 3.2, describe parts by their position. Generated code knows parts by name alone. A client sends such a body as a `FormData`, a text or bytes that a program has written, and hands out such an answer as a `Blob`. A generated server cannot read such a request, and answers it with 400. Describe an object whose properties are the parts, where they have names; else leave the operation out of the server (`exclude`).",
  },
  "method-forbidden": {
    severity: "info",
    title: "A method cannot be sent by `fetch`.",
    explanation:
      "The standard of `fetch` forbids CONNECT, TRACE and TRACK. The function of such an operation in a generated client always throws. A generated server answers calls that others send.",
  },
  "header-forbidden": {
    severity: "info",
    title: "A header cannot be set by programs in browsers.",
    explanation:
      "The standard of `fetch` has names of headers that a browser writes itself: Origin, Referer, Cookie, Date, Accept-Encoding, and what begins with Sec- or Proxy-, among others. What a program sets there is dropped without a word. A client on a server can send them. A generated server reads them from whoever sends them.",
  },
  "query-name-shared": {
    severity: "warning",
    title: "A property of a parameter is another parameter, too.",
    explanation:
      "The properties of an object with the style `form` and `explode` stand in the query under their own names. The same holds of cookies. Where another parameter, or a property of another such object, has the same name, nothing tells the two apart: a call that gives both sends the name twice, and a server refuses it. One value is read as both. So is each property of two such objects that take any name.",
  },
  "path-division-unclear": {
    severity: "warning",
    title: "Nothing tells where one path parameter ends and the next begins.",
    explanation:
      "Letters, digits and `-._~!*'()` are never percent-encoded. In `/{from}-{to}` the text `a-b-c` may be `a` and `b-c` as well as `a-b` and `c`: a generated server reads the second, as it gives the first parameter the most that both allow. What one of them does not allow is not tried, so a parameter without what is between them tells the two apart: an integer with `minimum: 0` (one that may be negative has a `-` of its own), an `enum` of such values, a `pattern`, a `uuid` or a `date`. So does `:` or `@` between them, since it is encoded in values; a comma, too, where neither is a list or an object.",
  },
  "form-name-shared": {
    severity: "warning",
    title: "A property of a field of a form is another field, too.",
    explanation:
      "Where the `encoding` of a field has the style `form` and `explode`, the properties of its object are fields of the form under their own names. Where another field, or a property of another such object, has the same name, nothing tells the two apart: a form that gives both has the name twice, and a server refuses it. One value is read as both, as is each property of two such objects that take any name. Rename one of them, or say `style: deepObject` in the `encoding`.",
  },
  "response-status-invalid": {
    severity: "warning",
    title: "A key among responses is not a status.",
    explanation: "Keys of responses are three digits (`200`), a range (`4XX`) or `default`.",
  },
  "security-scheme-unknown": {
    severity: "warning",
    title: "A security scheme is named that does not exist.",
    explanation:
      "Names in `security` are keys of `components.securitySchemes` of the root file, in 2.0 of `securityDefinitions`. A name that differs from a declared one in case, blanks or signs alone is read as that, and so is one near the only declared scheme. Else it is not known how to send a credential of an undeclared scheme. The generated client sends none. The generated server gives your `authenticate` function the whole request, so that nothing is open by mistake.",
  },
  "security-scheme-incomplete": {
    severity: "warning",
    title: "A security scheme does not say how a credential is sent.",
    explanation: "An apiKey needs `in` and `name`, an http scheme needs `scheme`. The scheme is left out of the generated code.",
  },
  "date-invalid": {
    severity: "warning",
    title: "A date cannot be read.",
    explanation:
      "Dates follow RFC 3339: a full-date (2030-12-05, the start of that day in UTC) or a date-time with its offset (2030-12-05T12:00:00Z). Dates are never guessed from prose.",
  },
  "lifecycle-value-invalid": {
    severity: "warning",
    title: "A lifecycle key has a value that it does not take.",
    explanation: "The message names the key and the values that it takes. The value is not read.",
  },
  "lifecycle-key-unknown": {
    severity: "warning",
    title: "A key looks like a deprecation, and is not known.",
    explanation:
      "A removal date that no tool reads has no effect. The known keys are x-sunset, x-deprecation and x-stability-level, and those of several other tools.",
  },
  "lifecycle-place-unread": {
    severity: "warning",
    title: "A lifecycle key is on an object where it is not read, or has no effect.",
    explanation:
      "Dates and stages are read wherever OpenAPI describes something that can end: docs/lifecycle.md has the table of places and of what each becomes. Objects such as the components, the map of paths or a contact have no life of their own. And no comment of the output is about a tag, a link, a callback, an example or an encoding: a deprecation of one is in the constant `deprecatedElements`, and a stage is nowhere, which is said once for each kind, with a count.",
  },
  "lifecycle-word-unread": {
    severity: "info",
    title: "A key about stability has a word that is no known stage.",
    explanation:
      "Keys such as `x-maturity` and `x-release-status` have words of their own: Beta, Preview, GA, Deprecated and some forty others are known. A word that is not known says nothing, and is told once with the number of its places. `x-stability-level` takes draft, alpha, beta and stable.",
  },
  "lifecycle-keys-disagree": {
    severity: "error",
    title: "Two keys give different values for the same date or address.",
    explanation: "It is not known which of them is right. Keep one, or make them agree.",
  },
  "sunset-before-since": {
    severity: "warning",
    title: "The sunset date is before the deprecation date.",
    explanation: "Something cannot be removed before it is deprecated. One of the two dates is wrong.",
  },
  "deprecation-undated": {
    severity: "info",
    title: "Something has a removal date, and no date since when it is deprecated.",
    explanation:
      "The `Deprecation` response header is a date (RFC 9745), and is sent only where the date is known: `x-deprecation: { since: … }`. Without it a generated server announces the removal with `Sunset` and `Link` alone. This remark appears where other operations of the description have the date.",
  },
  "sunset-without-deprecated": {
    severity: "warning",
    title: "Something has a removal date and is not deprecated.",
    explanation:
      "Dates, messages and replacements have an effect beside `deprecated: true`. Where OpenAPI has no `deprecated`, a date alone is enough, and `x-deprecated: true` says it without one.",
  },
  "replacement-unknown": {
    severity: "warning",
    title: "A replacement names an operation that does not exist.",
    explanation: "`replacement` takes the operationId of an operation of the same description, or an address as `url`. It is kept as text.",
  },
  "replacement-deprecated": {
    severity: "warning",
    title: "A replacement is deprecated itself.",
    explanation: "Callers would have to migrate twice. Name the operation that they should use in the end.",
  },
  "rate-limit-invalid": {
    severity: "error",
    title: "A rate limit has a value that cannot be read.",
    explanation:
      "A policy is one of five: `{ q, w }`, so many requests (q) within a fixed window (w) of seconds, both whole numbers above 0; the same with `sliding: true`; `{ rate, burst }`, a bucket from which `burst` calls are taken at once, and that fills by `rate` per second; `{ concurrency }`, so many calls under way at once; `{ spacing }`, so many seconds between calls. Figures of two of them in one policy contradict each other: make it two policies.",
    assumed:
      "a figure in quotes and a duration are read as the numbers that they mean; any other value is left out, and so is what would mean another thing without it",
  },
  "limit-unsupported": {
    severity: "warning",
    title: "Generated code cannot keep to a limit of the description.",
    explanation:
      "Limits count requests for each credential, address or operation. Another unit, such as tokens, can be followed where a header tells what is left of it: `headers` names it, with the `unit` or the `policy`. A limit is left out when it counts anything else that no header tells, has no period, or costs different amounts in several counters. The service still enforces it.",
  },
  "limits-disagree": {
    severity: "error",
    title: "Two keys give different values for the same limit.",
    explanation:
      "Limits are read from `x-rate-limits` and `x-rate-limit`, and from the keys of SLA4OAI, Google, Kong and others. It is not known which of two different values is right. Keep one, or make them agree.",
  },
  "limits-overridden": {
    severity: "info",
    title: "The configuration and the description give different values for a limit.",
    explanation:
      "`limits` in the configuration adds to the description, and wins where both give a value. If the description is yours, correct it there. If it is somebody else's and is right now, remove the entry from the configuration.",
  },
  "limit-operation-unknown": {
    severity: "warning",
    title: "A limit is for an operation that does not exist.",
    explanation:
      "Keys of `limits.operations` in the configuration are operationIds, or names of generated functions where there is no operationId. Entries of an SLA name path and method.",
  },
  "limit-group-unmatched": {
    severity: "info",
    title: "A group of limits is of no operation.",
    explanation:
      "`groups` of limits say which operations have quotas of their own, by tags, operationIds, paths and methods, with the words of a selection: `*` stands for any letters, in a path for those of one segment, and `**` for any number of segments. An operation is in the first group that fits it: what stands behind `/**` has none. What matches nothing may be misspelt, or be of another version of the description. Its policies then hold for nothing, as policies that a group names are for its operations alone.",
  },
  "rate-limit-key-unknown": {
    severity: "warning",
    title: "A key looks like a rate limit, and is not known.",
    explanation:
      "The known keys are `x-rate-limits` on the document, `x-rate-limit` and `x-retry` on operations, and those of SLA4OAI, Google and Kong. A key of another vocabulary is read only when each of its members is known. The client does not keep to a limit that it does not know.",
  },
  "plan-unknown": {
    severity: "warning",
    title: "A plan or policy is named that does not exist.",
    explanation:
      "Names refer to the keys of `x-rate-limits.plans` and of the `policies` in them. Headers of an unknown policy are not read. Where the figures of a plan are agreed with each customer, its policies are those that `headers` name.",
  },
  "limit-policy-unread": {
    severity: "warning",
    title: "Only policies that cannot be read are named.",
    explanation:
      "The figures of a policy cannot be read, which is told where they stand, so it is left out. An operation or a group of operations that names no other policy counts in all that there are: to count too much is safer than not at all. Headers of such a policy are not read. Correct the policy.",
  },
  "plan-default-custom": {
    severity: "error",
    title: "The default plan has no figures.",
    explanation:
      "The figures of a custom plan are agreed with each customer. Callers of whom nothing is said would have such a plan, and a server knows no limit to hold them to. Name a plan that has policies, or leave `defaultPlan` out.",
    assumed: "no plan is the default",
  },
  "plan-unlimited": {
    severity: "info",
    title: "A plan has no policies.",
    explanation:
      "Callers of such a plan have no limit: a client holds nothing back, and a server lets everything pass. Where the figures are agreed with each customer, the plan is `custom: true`. Where no limit is meant, leave it so, and silence the code.",
  },
  "plan-uncounted": {
    severity: "info",
    title: "An operation counts in no policy of a plan.",
    explanation:
      "An operation that names its policies counts in these alone. A plan that has others, and none of them, is unlimited there: no call is held back, and no header tells of a limit. Give the plan one of these policies, or leave it so where no limit is meant.",
  },
  "limit-cost-impossible": {
    severity: "warning",
    title: "A call costs more than one of its limits has.",
    explanation:
      "What a call costs has to be there at once: `q` of a window, `burst` of a bucket. A call that costs more can never be sent: a client rejects it with a `RateLimitError` whose message says so, and a server turns it away each time. Lower `cost`, raise `q` or `burst`, or leave the policy out of the `policies` of the operation. Where a plan is not to have the operation at all, leave it so, and silence the code.",
  },
  "limit-headers-unclear": {
    severity: "warning",
    title: "Headers of a limit do not say what is left of it.",
    explanation:
      "`remaining`, or `fraction`, says what is left of a limit, and `reset` until when. A reset alone holds no call back before the service rejects one. One header cannot be two of these, as it has one value. Headers that name no `policy` are of the window whose quota is their `limit`: without that, beside a plan of several windows, nobody knows which they are of, and a call that finds nothing left asks again after a second. Name the headers that the service sends, each for what it says.",
  },
  "limits-without-429": {
    severity: "info",
    title: "Limits are described, and no operation describes a response with status 429.",
    explanation:
      "A service answers a client over its limit with 429 and `Retry-After`. Describe that response, with its body if it has one.",
  },
  "type-contradicted": {
    severity: "warning",
    title: "A type contradicts what stands beside it.",
    explanation:
      "All that a schema says holds of one value. `type: array` beside `oneOf` of an integer and a string is no value at all: the alternatives are meant, and the type is ignored. Where only some of the alternatives are of another type, these are never valid. `type: object` with `items` is read as a list.",
  },
  "type-too-complex": {
    severity: "warning",
    title: "Alternatives of several parts are too many together for a type.",
    explanation:
      "TypeScript makes a type of parts by combining each alternative of one with each of another: three lists of 50 are 125,000 types, which it refuses (TS2590). So a type has the parts in their order as far as they come to 20,000 types together, and is without the choices after that. The same holds of a member, or of items, that several parts speak of. It is wider than the description then. Validators hold values against all parts.",
  },
  "discriminator-undescribed": {
    severity: "warning",
    title: "A discriminator cannot tell its schemas apart.",
    explanation:
      "The property that a discriminator names says which schema a value is of. It has to be a property of each of the schemas, with the value that the mapping gives. Here a schema does not describe it, or does not allow that value: values without it are refused, and of a schema that takes no other properties there is no valid value at all. Or the property is a number or a boolean, and nothing says which of its values means a schema: the name of the schema is none.",
  },
  "enum-type-mismatch": {
    severity: "warning",
    title: "A value of an enumeration does not have the type beside it.",
    explanation:
      "Both keywords apply at once, so the value is never valid. In YAML, `yes`, `no`, `on`, `1` and dates need quotes to be strings.",
  },
  "reset-format-missing": {
    severity: "warning",
    title: "A reset header is declared without its format.",
    explanation:
      "Services send Unix seconds, seconds to wait, milliseconds or a date in it. The name of the header does not tell which. Without a format the client guesses from each value, and says so. A generated server writes Unix seconds.",
  },
  "too-many-scopes": {
    severity: "error",
    title: "Schemas with dynamic references have too many variants.",
    explanation:
      'The target of a "$dynamicRef" depends on the schema resources on the way to it. A schema with one is generated once for each different set of targets. When resources have the same "$dynamicAnchor"s and refer to each other, each resource multiplies the variants.',
  },
} as const satisfies Record<string, Entry>;
