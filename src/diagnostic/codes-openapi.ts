import type { Entry } from "./diagnostic.js";

/** What a description can report before it is a model. */
export const openapiCodes = {
  "select-nothing": {
    severity: "error",
    title: "No operation is left by `include` and `exclude`.",
    explanation:
      "An output without operations is never meant, and would remove every function that your program calls. What stands in one object of `include` has to hold of an operation at once; for alternatives, write a list of objects. `exclude` wins over `include`. docs/selection.md has examples.",
  },
  "select-unmatched": {
    severity: "warning",
    title: "A pattern of `include` or `exclude` matches nothing.",
    explanation:
      "No operation of the description has this tag, operationId, path, method or extension. It is misspelt, or was renamed, and has no effect: an operation that `exclude` should leave out may be there. Patterns tell capitals from small letters. `*` stands for any letters, in a path for those of one segment, and `**` for any number of segments.",
  },
  "select-unknown-method": {
    severity: "error",
    title: "A method in `include` or `exclude` does not exist.",
    explanation:
      "Methods are get, put, post, delete, options, head, patch, trace and query, in capitals or small letters, and those that the description has in `additionalOperations`.",
  },
  "not-openapi": {
    severity: "error",
    title: "The input is not an OpenAPI description.",
    explanation: 'An OpenAPI description is an object with a member "openapi" (3.x) or "swagger" (2.0) that names the version.',
  },
  "unknown-version": {
    severity: "error",
    title: "The version of the description is not known.",
    explanation: 'Versions 2.0, 3.0, 3.1 and 3.2 of OpenAPI are read. The version is a string: openapi: 3.1.0, swagger: "2.0".',
  },
  "wrong-type": {
    severity: "error",
    title: "A member has a value of a wrong type.",
    explanation:
      "The OpenAPI Specification defines the type of the member that the message names. In YAML, quote strings that look like a number, a date or a boolean.",
    assumed: "the member is read as what it can only mean, such as a list of one, a number in quotes or a reference, or it is left out",
  },
  "unknown-word": {
    severity: "error",
    title: "A member has a value that OpenAPI does not allow there.",
    explanation:
      'Members such as "in", "style" and the type of a security scheme take one of a fixed set of words. Upper and lower case count.',
    assumed: "the word that it resembles is read, or the member is left out",
  },
  "unknown-key": {
    severity: "warning",
    title: "A key looks like a misspelt key of OpenAPI.",
    explanation: "Where nothing is said to be assumed, it has no effect, and what it says is lost. Keys of your own begin with x-.",
  },
  "unknown-member": {
    severity: "info",
    title: "A key is not one of OpenAPI.",
    explanation:
      "It has no effect where it stands. Keys of your own begin with x-. In schemas of 3.1 and later, other keywords are allowed, and are not told.",
  },
  "operation-misplaced": {
    severity: "warning",
    title: "An operation stands where none is read.",
    explanation:
      "Operations stand below a path and a method in `paths`, or below a name and a method in `webhooks`. This one is not generated.",
  },
  "operation-overridden": {
    severity: "warning",
    title: "An operation stands beside a `$ref` and where that leads to.",
    explanation:
      "A path item may refer to another one and have operations besides. Of a method that both have, the one beside the reference counts, whole: the other one is not generated, and nothing of it is added.",
  },
  "unknown-type": {
    severity: "error",
    title: "A schema names a type that does not exist.",
    explanation:
      'JSON Schema has the types null, boolean, integer, number, string, array and object. Use "format" for finer distinctions: a date is a string with format date.',
    assumed: "the type that the word means is read (`int` as `integer`), else a value of any type is accepted",
  },
  "missing-member": {
    severity: "error",
    title: "An object lacks a member that OpenAPI requires.",
    explanation: "The OpenAPI Specification marks the member as REQUIRED for that object.",
    assumed: "something stands in for it, as the message says, or the object is left out",
  },
  "unsafe-integer": {
    severity: "warning",
    title: "An integer is too large for a number to hold exactly.",
    explanation:
      'JavaScript\'s numbers hold integers exactly up to 9007199254740991. A larger integer in an enumeration, a limit or a default is rounded to the nearest number. It then differs from what the service sends or takes. With `int64: "bigint"` or `"string"` in the configuration, integers of format int64 and uint64 are exact. Describe other large integers as strings. Nothing is said of integers beyond 64 bits: they are bounds of numbers, such as 1e308.',
  },
  "pattern-delimited": {
    severity: "warning",
    title: "A pattern has slashes around it.",
    explanation:
      "A pattern is the text of a regular expression. Slashes around it and flags behind it are the syntax of a programming language; here they would be characters that a value has to have. A pattern with an anchor beside a slash would match no value at all. It is read without the slashes. One with the flag `i` is not checked, because patterns have no flags: write `[Aa]` for a letter in either case.",
  },
  "bounds-impossible": {
    severity: "warning",
    title: "No value can be within the bounds of a schema.",
    explanation:
      "A lower bound is above the upper one: `minLength` above `maxLength`, `minimum` above `maximum`. Validators refuse every value. One of the two is wrong, or they are exchanged.",
  },
  "schema-impossible": {
    severity: "warning",
    title: "No value can be valid against a schema.",
    explanation:
      "What the schema says in one place excludes what it says in another: `const` beside an `enum` without that value, an `enum` of which every value is out of bounds, types in `allOf` that no value has at once, two alternatives of `oneOf` that are the same, a required property that `additionalProperties: false` forbids, or members that one part of `allOf` describes and `additionalProperties: false` of another part forbids, so that no value has them. Its type is `never`, or validators refuse every value.",
  },
  "required-unknown": {
    severity: "warning",
    title: "A required property looks like a misspelt one.",
    explanation:
      'The name in "required" is not among the properties of the schema, and resembles one that is not required. Every value then has to have a property that nobody describes. Correct the name in one of the two places.',
  },
  "enum-repeated": {
    severity: "info",
    title: "A value stands twice in an enumeration.",
    explanation: "Each value counts once. Often it was copied, and another value is meant.",
  },
  "required-undescribed": {
    severity: "info",
    title: "A required property is not described.",
    explanation:
      "A name in `required` is not among the `properties` of the schema, and no part of it could describe the property. It must be there, and may have any value. Often its description was removed and the name left, or it stands a level too high, beside `properties`.",
  },
  "security-unreadable": {
    severity: "error",
    title: "A security requirement cannot be read.",
    explanation:
      "`security` is a list of objects, each with the names of schemes and their scopes: `- key: []`. Nothing is assumed in the place of another value, because an operation whose requirement is left out would be public.",
  },
  "server-url": {
    severity: "warning",
    title: "The URL of a server looks wrong.",
    explanation:
      "A URL begins with http:// or https://, or is relative to where the description is (/v1). One that begins with the name of a host and no scheme is relative, too, and leads to a path of that name. Clients take `baseUrl` instead.",
  },
  "required-flag": {
    severity: "warning",
    title: '"required" of a schema is true or false.',
    explanation:
      'In a schema, "required" is a list of the names of required properties. The boolean is from JSON Schema before 2013, and is ignored.',
  },
  "other-version": {
    severity: "warning",
    title: "A member belongs to another version of OpenAPI than the description.",
    explanation:
      "A description that was converted by hand between 2.0 and 3.x may keep members of the other version. Examples are a response with `content` in 2.0, or with `schema` in 3.x. They are read as the member of the description's own version that they stand for. Other tools ignore them. Write the whole description in one version.",
  },
  "nullable-untyped": {
    severity: "info",
    title: '"nullable" stands in a schema without a type.',
    explanation:
      "In OpenAPI 3.0, `nullable: true` adds null to the `type` beside it; without one it has no meaning. Its meaning is evident all the same. As one of several in `anyOf`, `oneOf` or `allOf`, a schema that says nothing else means that null is accepted besides the others. Beside `properties` or `items`, the type of these is assumed. Other tools may accept any value, or refuse null.",
  },
  "collection-format": {
    severity: "warning",
    title: "A collectionFormat of OpenAPI 2.0 has no equivalent in later versions.",
    explanation:
      "OpenAPI 3 has no style for values separated by tabs, nor for spaces or pipes outside the query. They are joined with commas instead: check whether the service accepts that.",
  },
  "bad-ref": {
    severity: "error",
    title: "A $ref cannot be followed.",
    explanation:
      "A reference is a URI, absolute or relative to the file that has it, with a JSON Pointer after #. Relative references have no meaning on standard input, which has no folder.",
    assumed: "any value is accepted in its place, or the member is left out",
  },
  "ref-outside": {
    severity: "error",
    title: "A reference leads to a file that the description may not read.",
    assumed: "what is on the network is left out, as the message says; every other file stays an error",
    explanation:
      'A description is someone else\'s text, and could name any file or server. A description on disk may refer to files of its own folder and of its project. The project is the nearest repository (.git, .hg, .jj), else the nearest workspace or package (package.json). Without one, it is the folder of the configuration; with --input, the current folder if it holds the description. Else it is the folder above the description. A home folder, a temporary folder and the root of the disk are no projects. A symlink counts as its target. Never read are names that begin with a dot, node_modules, and files that commonly hold secrets (credentials.json, secrets.yaml, server.pem, id_rsa, …). A YAML or JSON file of its project that is called so is read where all of it is a part of a description. To allow more, name folders or files as `references` in the configuration, or with --references: `references: ["../shared-schemas"]`. A file that is never read otherwise must be named itself. A description on disk never reaches the network, and one from a URL may refer to files of its origin alone. Download other files.',
  },
  "ref-not-found": {
    severity: "error",
    title: "The target of a $ref does not exist.",
    explanation:
      "The file was read and has no value at the JSON Pointer. It is only a warning where the description is complete without the target: in an optional property, or in a component without references to it, with other keywords beside the $ref. Any value is accepted there. An example that is not there is left out.",
    assumed:
      "any value is accepted in its place, or the member is left out. The message names the first place where the target is asked for, and the number of the others",
  },
  "ref-kind": {
    severity: "error",
    title: "A $ref leads to a component of another kind, or to a file that is not part of a description.",
    explanation:
      "A file is part of a description when it has keywords of OpenAPI or JSON Schema. Nothing is shown of other files, because they may hold settings or secrets. A reference in place of a schema must lead to a schema, one in place of a parameter to a parameter, and so on. In place of a schema this is only a warning.",
    assumed: "the content of the other component is taken where the two have some in common, else any value is accepted",
  },
  "ref-chain": {
    severity: "error",
    title: "A chain of references is too long.",
    explanation:
      "The target of a reference may be a reference itself, or have one in allOf, anyOf, oneOf, not or if. At most 200 in a row are generated; real descriptions have about ten. References in properties and items do not count. Refer to the last target directly.",
  },
  "ref-cycle": {
    severity: "error",
    title: "A $ref leads back to itself.",
    explanation:
      "The reference leads back to its start through other references and the members of allOf, anyOf, oneOf and not, without a step into the value. Such a reference asserts nothing; of those in a circle the deepest one is left out, which no schema stands on alone. A schema may contain itself in a property, as an item or as an additional property: there the value ends the cycle.",
    assumed: "the reference is left out",
  },
  "base-cycle": {
    severity: "warning",
    title: "A schema is one of its own subtypes.",
    explanation:
      "The base lists its subtypes in oneOf or anyOf, and each subtype has the base in its allOf: that is a cycle. In a subtype, the base is read as the keywords that all subtypes share. To make this plain, put the shared keywords into a schema of their own, and let the subtypes refer to that.",
  },
  "path-slash": {
    severity: "error",
    title: "A path does not begin with a slash.",
    explanation: "A path is appended to the URL of the server, so it must begin with a slash. Keys that are extensions begin with x-.",
    assumed: "the slash is added",
  },
  "path-template": {
    severity: "error",
    title: "A path is not written as a template.",
    explanation:
      "Parameters of a path stand in single braces: /pets/{petId}. Other tools write :petId or {{petId}}. A colon is read so where the path has a parameter of that name; blanks around a path are no part of it. Where a brace is missing, the declared parameters of the path say which name is meant.",
    assumed: "it is read as the template that it means",
  },
  "media-type-invalid": {
    severity: "error",
    title: "A name of content is not a media type.",
    explanation:
      "A media type has a type and a subtype: application/json. Each one is a member of its own, also where several have the same schema.",
    assumed: "json, xml, text and the like are read as what they are short for, and names with commas as several",
  },
  "ambiguous-paths": {
    severity: "warning",
    title: "Two paths match the same requests.",
    explanation:
      "They differ only in the names of their parameters, or after a `#`, so no server can tell them apart. A client calls each as it is written. A server takes the first one for the methods that both have. Paths that have no method in common are told apart by that, and not reported.",
  },
  "path-query": {
    severity: "info",
    title: "A path has a query.",
    explanation:
      "OpenAPI describes queries as parameters. Some descriptions write one into a path, to have two operations of one path and method: `/reports?beta=true`. A client sends it as it is written, and a server gives the operation those requests that have these pairs. A pair with a parameter, as in `/export?file={file}`, is a query parameter. A parameter that is declared beside a pair of its name is no argument: the pair is sent. Other tools drop it, or reject the description.",
  },
  "tag-unknown": {
    severity: "info",
    title: "A tag resembles one that the description declares.",
    explanation:
      "An operation may have tags that are not declared. One that differs from a declared tag in a letter or two, or in case, is a tag of its own: its operations get a file of handlers apart from the others, and `include` and `exclude` of the configuration do not find them.",
  },
  "scope-unknown": {
    severity: "info",
    title: "An operation needs a scope that no flow of its scheme declares.",
    explanation:
      "The scopes of a flow are what people can ask a token for. One that an operation needs and no flow has is either misspelt or missing there. It is told once for each scope, and of schemes alone whose flows declare some.",
  },
  "duplicate-operation-id": {
    severity: "error",
    title: "Two operations have the same operationId.",
    explanation: "An operationId is unique in a description: functions and handlers are named after it.",
    assumed: "the second operation is named by its method and path",
  },
  "duplicate-parameter": {
    severity: "error",
    title: "A parameter is listed twice.",
    explanation:
      'A parameter is identified by its name and its location ("in"). A list has each at most once. An operation may repeat a parameter of its path item, to replace it.',
    assumed: "the last one counts",
  },
  "name-unsendable": {
    severity: "error",
    title: "A header or a cookie has a name that HTTP cannot carry.",
    explanation:
      "The name of a header is a token: letters, digits and a few signs (RFC 9110 section 5.6.2). With a blank, a colon or a letter outside of ASCII in it, no request can be made, and platforms throw. Names of cookies have neither blanks nor the signs that separate cookies.",
    assumed: "blanks around the name are no part of it; what has another such name is left out",
  },
  "parameter-shape": {
    severity: "warning",
    title: "A parameter does not define its value in exactly one way.",
    explanation: "A parameter has either a schema, or a content with exactly one media type.",
  },
  "items-missing": {
    severity: "info",
    title: "A list does not say what its items are.",
    explanation: "Up to OpenAPI 3.0 a schema with `type: array` needs `items`. Without them, items of any type are accepted.",
  },
  "metadata-invalid": {
    severity: "info",
    title: "What a description says about itself is not as OpenAPI has it.",
    explanation:
      "Only `sundial lint` says so: no generated code depends on it. A license has a `name`, `externalDocs` have a `url`, and what is a URL in them, in `contact` and in `termsOfService` is one. Tools that make documentation show what is there, and some refuse the description.",
  },
  "tag-repeated": {
    severity: "info",
    title: "A tag is declared twice.",
    explanation:
      "Only `sundial lint` says so. Names of tags are unique in a description; which of two descriptions is shown depends on the tool.",
  },
  "component-name": {
    severity: "info",
    title: "The name of a component has characters that OpenAPI does not allow.",
    explanation:
      "Only `sundial lint` says so. Names of components have letters of ASCII, digits, dots, dashes and underscores. Others are read here, and types are named after them, but other tools may refuse the description or the references to them.",
  },
  "required-repeated": {
    severity: "info",
    title: "A property is required twice.",
    explanation: "JSON Schema wants each name in `required` once, and some tools refuse the schema. Another property may be meant.",
  },
  "server-variable": {
    severity: "warning",
    title: "A server and its variables do not match.",
    explanation:
      "Each {name} in the URL of a server needs an entry in its variables. Without one it is any text, and a program must give it. A variable that the URL does not have is a remark. The default of a variable is one of its values, when it lists them.",
  },
  "ref-siblings-ignored": {
    severity: "warning",
    title: "Keywords beside a $ref are ignored.",
    explanation:
      "Up to OpenAPI 3.0 keywords beside $ref are ignored; descriptions and other annotations are kept. `nullable: true` is kept, too: it makes null valid, as those who write it mean it. Put the reference and the other keywords into an allOf. From OpenAPI 3.1 on they count.",
  },
  "bad-id": {
    severity: "warning",
    title: 'An "$id" or "$self" is not a URI.',
    explanation:
      'An "$id" gives a schema a URI. References name the schema by that URI, and references inside it are relative to it. It is an absolute URI, or a path relative to that of the schema or file around it. "$self" is the same for a whole description of OpenAPI 3.2. It is relative to where the file is read.',
  },
  "ref-beside": {
    severity: "info",
    title: "A local file is read in place of the one that its $id or $self points to.",
    explanation:
      'References in a schema are relative to its "$id", and those in a description of OpenAPI 3.2 to its "$self". When nothing can be read there, for example because it is on the network, a file of that name in the same folder is read as a copy. To say so in the description, refer to it by its path, or give it the "$id" that the reference names.',
  },
  "duplicate-id": {
    severity: "warning",
    title: "Two schemas or descriptions have the same URI.",
    explanation:
      'An "$id" names one schema, a "$self" one description. When two have the same URI, references by that URI lead to the one that was read first.',
  },
  "duplicate-anchor": {
    severity: "warning",
    title: "An anchor is given twice in one schema resource.",
    explanation:
      'An "$anchor" or "$dynamicAnchor" names one location of a schema resource. That is the nearest schema with an "$id" around it, else the whole file. References lead to the first one. Rename one, or give the schema around it an "$id".',
  },
  "unknown-dialect": {
    severity: "warning",
    title: "The metaschema of a schema cannot be read.",
    explanation:
      'The metaschema that "$schema" or "jsonSchemaDialect" names tells which vocabularies a schema uses. When it cannot be read, for example because it is on the network, the schemas are read as JSON Schema 2020-12. Keep a copy beside the description, and refer to that.',
  },
  "unknown-vocabulary": {
    severity: "warning",
    title: "A metaschema requires a vocabulary that is not known.",
    explanation:
      'A "$vocabulary" marks the vocabularies that a validator must know with true. The keywords of this one have no effect here, so validators may accept more than the schema allows.',
  },
} as const satisfies Record<string, Entry>;
