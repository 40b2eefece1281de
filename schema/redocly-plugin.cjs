/**
 * A plugin for Redocly CLI with one rule, `openapi-sundial/lifecycle`: the keys about dates, stages and rate limits have values that
 * `lifecycle.schema.json` accepts, on each object of a description. It needs nothing but that file.
 */
"use strict";

const { $defs: definitions } = require("./lifecycle.schema.json");

/** What is wrong with a value, and where in it. Knows the keywords that `lifecycle.schema.json` uses, as JSON Schema 2020-12 has them. */
function problemsOf(value, schema, path = [], around = undefined) {
  if (typeof schema === "boolean") return schema ? [] : [{ path, message: "is not known" }];
  // What is said of a value at its place says more than what is said of its kind.
  const about = around ?? schema.description;
  const referred = schema.$ref === undefined ? [] : problemsOf(value, definitions[schema.$ref.replace("#/$defs/", "")], path, about);
  const problems = [...referred, ...ownProblems(value, schema, path, about), ...combined(value, schema, path, about)];
  if (!isObject(value)) return problems;
  return [...problems, ...members(value, schema, path)];
}

function ownProblems(value, schema, path, about) {
  const problems = [];
  const wrong = (message) => problems.push({ path, message });
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) wrong(`must be ${types.join(" or ")}`);
  if (schema.const !== undefined && value !== schema.const) wrong(`must be ${JSON.stringify(schema.const)}`);
  if (schema.enum !== undefined && !schema.enum.includes(value)) wrong(`must be one of ${schema.enum.join(", ")}`);
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value))
    wrong(about === undefined ? `must match ${schema.pattern}` : `is not right. ${about}`);
  if (typeof value === "number" && (value < schema.minimum || value > schema.maximum))
    wrong(`must be from ${schema.minimum} to ${schema.maximum}`);
  if (Array.isArray(value)) {
    if (value.length < schema.minItems) wrong("must not be empty");
    if (schema.items !== undefined) value.forEach((item, index) => problems.push(...problemsOf(item, schema.items, [...path, index])));
  }
  return problems;
}

/** Of alternatives, the only one that is for values of this type. */
function meantOf(value, branches) {
  const [only, ...more] = branches.filter(({ type }) => type !== undefined && isOfType(value, type));
  return more.length === 0 ? only : undefined;
}

function combined(value, schema, path, about) {
  const fits = (branch) => problemsOf(value, branch, path).length === 0;
  const problems = [];
  const wrong = (message) => problems.push({ path, message });
  if (schema.anyOf !== undefined && !schema.anyOf.some(fits)) {
    const meant = meantOf(value, schema.anyOf);
    if (meant !== undefined) problems.push(...problemsOf(value, meant, path));
    else wrong(about === undefined ? `needs ${needed(schema.anyOf, "or")}` : `is not right. ${about}`);
  }
  if (schema.oneOf !== undefined && schema.oneOf.filter(fits).length !== 1) wrong(`needs one of ${needed(schema.oneOf, "or")}`);
  if (schema.not !== undefined && fits(schema.not)) wrong(`cannot have ${needed([schema.not], "and")}`);
  const chosen = schema.if === undefined ? undefined : fits(schema.if) ? schema.then : schema.else;
  if (chosen !== undefined) problems.push(...problemsOf(value, chosen, path, schema.description ?? about));
  return problems;
}

function members(value, schema, path) {
  const problems = [];
  const {
    required = [],
    properties = {},
    patternProperties = {},
    additionalProperties,
    propertyNames,
    minProperties,
    maxProperties,
  } = schema;
  for (const name of required) if (!Object.hasOwn(value, name)) problems.push({ path, message: `needs "${name}"` });
  const names = Object.keys(value);
  if (names.length < minProperties || names.length > maxProperties) problems.push({ path, message: `has ${names.length} members` });
  for (const name of names) {
    const at = [...path, name];
    const patterns = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(name));
    if (properties[name] === false) problems.push({ path: at, message: "is not read here" });
    else if (Object.hasOwn(properties, name)) problems.push(...problemsOf(value[name], properties[name], at));
    for (const [, inner] of patterns) problems.push(...problemsOf(value[name], inner, at));
    if (propertyNames !== undefined && problemsOf(name, propertyNames).length > 0)
      problems.push({ path: at, message: "has a name that is not allowed" });
    const isOther = !Object.hasOwn(properties, name) && patterns.length === 0;
    if (isOther && additionalProperties !== undefined) problems.push(...problemsOf(value[name], additionalProperties, at));
  }
  return problems;
}

const needed = (branches, word) =>
  branches
    .flatMap(({ required = [] }) => required)
    .map((name) => `"${name}"`)
    .join(` ${word} `);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function isOfType(value, type) {
  if (type === "object") return isObject(value);
  if (type === "array") return Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** What Redocly calls the objects of OpenAPI, and the entries of the schema for them. */
const unread = { Contact: "unread", License: "unread", Paths: "unread", Responses: "unread", ExternalDocs: "unread", Xml: "unread" };
const shared = {
  Root: "document",
  Info: "info",
  PathItem: "pathItem",
  Operation: "operation",
  Response: "response",
  Tag: "tag",
  ...unread,
};
const version2 = {
  Parameter: "withoutDeprecated",
  Header: "withoutDeprecated",
  Schema: "withoutDeprecated",
  SecurityScheme: "withoutDeprecated",
};
const flow = "oauthFlow";
const version3 = {
  ...{ Parameter: "parameter", Header: "header", Schema: "schema", Components: "unread", OAuth2Flows: "unread" },
  ...{ RequestBody: "requestBody", MediaType: "mediaType", Server: "server", ServerVariable: "serverVariable" },
  ...{ Link: "link", Callback: "callback", Example: "example", Encoding: "encoding", Discriminator: "discriminator" },
  ...{ ImplicitFlow: flow, PasswordFlow: flow, ClientCredentials: flow, AuthorizationCode: flow, DeviceAuthorization: flow },
  // Redocly names the version in one of two ways.
  SecurityScheme: ({ specVersion, oasVersion }) => ((specVersion ?? oasVersion) === "oas3_2" ? "securityScheme" : "withoutDeprecated"),
};

function rule(entries) {
  const visitors = Object.entries(entries).map(([type, entry]) => [
    type,
    (node, context) => {
      const { report, location } = context;
      const definition = definitions[typeof entry === "string" ? entry : entry(context)];
      for (const { path, message } of isObject(node) ? problemsOf(node, definition) : [])
        report({
          message: `${path.length === 0 ? "This object" : `"${path.join(".")}"`} ${message.replace(/\.?$/, ".")}`,
          location: location.child(path),
        });
    },
  ]);
  return () => Object.fromEntries(visitors);
}

module.exports = () => ({
  id: "openapi-sundial",
  rules: { oas2: { lifecycle: rule({ ...shared, ...version2 }) }, oas3: { lifecycle: rule({ ...shared, ...version3 }) } },
});
module.exports.problemsOf = problemsOf;
