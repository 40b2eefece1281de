import type { Entry } from "./entry.js";

/** What a description can report before it is a model. */
export const openapiCodes = {
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
    title: "An integer is too large for a number to hold exactly.",
    explanation:
      'JavaScript\'s numbers hold integers exactly up to 9007199254740991. A larger one in an enumeration, a limit or a default is generated as the number nearest to it, and is then no longer what the service sends or takes. With `int64: "bigint"` or `"string"` in the configuration, integers of format int64 and uint64 are exact, also those that the description itself has; others are best described as strings.',
  },
  "required-flag": {
    severity: "warning",
    title: '"required" of a schema is true or false.',
    explanation:
      'In a schema, "required" is a list of the names of properties that must be there. The flag is JSON Schema\'s of before 2013; it is ignored.',
  },
  "other-version": {
    severity: "warning",
    title: "A member belongs to another version of OpenAPI than the description.",
    explanation:
      "A description that was moved between 2.0 and 3.x by hand may keep members of the other version: a response with `content` in 2.0, or with `schema` in 3.x. They are read as what they are in their own version, and as if they stood where that of the description has them. Other tools ignore them. Write the whole description in one version.",
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
      'A description is someone else\'s text, and could name any file or any server. One on disk may refer to files of its own folder, and of the project that it is in: the nearest repository (.git, .hg, .jj), else the nearest workspace or package (package.json), else the folder of the configuration, or with --input the current one, when it holds the description, else the folder above its own. A home folder, that of temporary files and the root of the disk are no projects. Symlinks count as what they lead to. Not read are names that begin with a dot, node_modules, and files that commonly hold secrets (credentials.json, secrets.yaml, server.pem, id_rsa, …). To allow more, name folders or files as `references` in the configuration, or with --references: `references: ["../shared-schemas"]`; a file that is not read otherwise is named itself. A description on disk never reaches the network, and one from a URL may refer to files of its origin alone: download what is elsewhere.',
  },
  "ref-not-found": {
    severity: "error",
    title: "A $ref leads to nothing.",
    explanation:
      "The file was read and has no value at the JSON Pointer. It is only a warning where the description stands without it: where something is said beside the reference (a description, nullable, …), and it is an optional property, or a component that nothing refers to. Any value is accepted there.",
  },
  "ref-kind": {
    severity: "error",
    title: "A $ref leads to a component of another kind, or to a file that is no part of a description.",
    explanation:
      "A file is a part of a description when it says something in the words of OpenAPI or JSON Schema; nothing else is told of one that does not, because it may be of settings or secrets. A reference in place of a schema leads to a schema, one in place of a parameter to a parameter, and so on. In place of a schema it is a warning, and any value is accepted there.",
  },
  "ref-chain": {
    severity: "error",
    title: "A chain of references is too long.",
    explanation:
      "What a reference leads to may be a reference itself, or have one in allOf, anyOf, oneOf, not or if. More than 200 in a row cannot be generated; real descriptions have some ten. References in properties and items do not count, however many there are. Refer to where something is said.",
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
      "They differ only in the names of their parameters, or in what follows a `#` or `?`, so that no server can tell them apart by the path. A client calls each as it is written; a server takes the one that is written first for the methods that both have.",
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
  "bad-id": {
    severity: "warning",
    title: 'An "$id" or "$self" is no URI.',
    explanation:
      'An "$id" gives a schema a URI by which it can be referred to, and against which the references inside it are resolved. It is an absolute URI, or a path relative to that of the schema or file around it. "$self" is the same for a whole description of OpenAPI 3.2; it is relative to where the file is read.',
  },
  "ref-beside": {
    severity: "info",
    title: "A file beside the schema or description is read in place of the one its $id or $self points to.",
    explanation:
      'References in a schema are relative to its "$id", and those in a description of OpenAPI 3.2 to its "$self". When nothing can be read there, because it is on the network, a file of that name beside it is taken for a copy. Refer to it by its path from the description, or give it the "$id" that the reference means, to say so.',
  },
  "duplicate-id": {
    severity: "warning",
    title: "Two schemas or descriptions have the same URI.",
    explanation:
      'An "$id" names one schema, a "$self" one description. When two have the same, references by that URI lead to the one that was read first, and what the other says is lost on them.',
  },
  "duplicate-anchor": {
    severity: "warning",
    title: "An anchor is given twice in one schema resource.",
    explanation:
      'An "$anchor" or "$dynamicAnchor" names one place of a schema resource: of the nearest schema with an "$id" around it, else of the whole file. References to it mean the first place. Rename one, or give the schema around it an "$id".',
  },
  "unknown-dialect": {
    severity: "warning",
    title: "The metaschema of a schema cannot be read.",
    explanation:
      'A "$schema" or "jsonSchemaDialect" that is not one of the standard\'s is read to see which vocabularies it uses. When it cannot be (it is on the network, say), its schemas are read as those of JSON Schema 2020-12. Keep a copy beside the description, and refer to that.',
  },
  "unknown-vocabulary": {
    severity: "warning",
    title: "A metaschema requires a vocabulary that is not known.",
    explanation:
      'A "$vocabulary" marks with true what a program has to know to judge values rightly. The keywords of this one have no effect here, so that validators may accept more than is meant.',
  },
} as const satisfies Record<string, Entry>;
