/** Random operations, and all that is in them but schemas. */
import type { Tree } from "../mutations/tree.js";
import { propertyNames, randomSchema, type SchemaSurroundings } from "./random-schemas.js";

type Made = { [member: string]: Tree };

/** `components`: names of what is in each section, which may be referred to. */
export interface OperationSurroundings extends SchemaSurroundings {
  readonly schemes: readonly string[];
}

const mediaTypes = [
  "application/json",
  "application/json",
  "application/vnd.api+json; charset=utf-8",
  "text/plain",
  "application/octet-stream",
  "multipart/form-data",
  "application/x-www-form-urlencoded",
  "text/event-stream",
  "application/xml",
  "image/*",
  "*/*",
] as const;

const some = <T>(values: readonly T[], { dice }: SchemaSurroundings, share = 0.3): readonly T[] => values.filter(() => dice.chance(share));

/** By path template, operations of some methods; `index` keeps their names apart, mostly. */
export function randomPathItem(at: OperationSurroundings, index: number, path: string): Made {
  const methods = ["get", "post", "put", "delete", "patch", "head", "options", ...(at.version === "2.0" ? [] : ["trace"])];
  const chosen = [...some(methods, at), "get"].filter((method, place, all) => all.indexOf(method) === place);
  const inPath = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => parameter(at, "path", name ?? ""));
  return {
    ...(inPath.length > 0 ? { parameters: inPath } : {}),
    ...Object.fromEntries(chosen.map((method) => [method, randomOperation(at, `${method}Thing${String(index)}`, method)])),
    ...(at.version === "3.2.0" && at.dice.chance(0.3) ? { query: randomOperation(at, `queryThing${String(index)}`, "query") } : {}),
  };
}

export function randomOperation(at: OperationSurroundings, name: string, method: string): Made {
  const { dice, version, schemes } = at;
  const place = (): string => (version === "2.0" ? dice.of("query", "header") : dice.of("query", "header", "cookie"));
  const names = some(propertyNames, at, 0.2);
  const hasBody = ["post", "put", "patch", "query"].includes(method);
  const body = !hasBody ? {} : version === "2.0" ? {} : { requestBody: { required: dice.chance(0.5), content: content(at) } };
  const bodyParameters: Tree[] =
    hasBody && version === "2.0" ? [{ in: "body", name: "body", required: true, schema: randomSchema(at) }] : [];
  return {
    ...(dice.chance(0.8) ? { operationId: dice.chance(0.1) ? dice.of("delete", "get-thing", "a b", "sameName") : name } : {}),
    ...(dice.chance(0.5) ? { summary: "Does something.", tags: [dice.of("things", "odd tag", "")] } : {}),
    ...(dice.chance(0.3) ? { description: "A longer text.\n\n- with a list\n- of two" } : {}),
    parameters: [...names.map((each) => parameter(at, place(), each)), ...bodyParameters],
    ...body,
    responses: responses(at),
    ...(dice.chance(0.3) ? { security: [Object.fromEntries(some(schemes, at, 0.5).map((scheme) => [scheme, []]))] } : {}),
    ...(dice.chance(0.2) ? { deprecated: true, "x-sunset": "2031-02-03", "x-deprecation": { since: "2026-01-01", message: "Old." } } : {}),
    ...(dice.chance(0.1) ? { "x-rate-limit": { cost: 2 } } : {}),
    ...(version !== "2.0" && dice.chance(0.15) ? { callbacks: callbacks(at) } : {}),
    ...(version !== "2.0" && dice.chance(0.1)
      ? { servers: [{ url: "https://{region}.example.com", variables: { region: { default: "eu" } } }] }
      : {}),
  };
}

const callbacks = (at: OperationSurroundings): Made => ({
  onDone: { "{$request.body#/url}": { post: { requestBody: { content: content(at) }, responses: { "200": { description: "Seen." } } } } },
});

function parameter(at: OperationSurroundings, place: string, name: string): Made {
  const { dice, version } = at;
  const common = { name, in: place, ...(place === "path" ? { required: true } : dice.chance(0.3) ? { required: true } : {}) };
  if (version === "2.0") {
    const type = dice.of<Made>(
      { type: "string" },
      { type: "integer", format: "int64" },
      { type: "array", items: { type: "string" }, collectionFormat: dice.of("csv", "multi", "pipes") },
    );
    return { ...common, ...type };
  }
  const styles = {
    path: ["simple", "label", "matrix"],
    query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
    header: ["simple"],
    cookie: ["form"],
  };
  const fitting = styles[place as keyof typeof styles];
  if (dice.chance(0.1)) return { ...common, content: { "application/json": { schema: randomSchema(at) } } };
  return {
    ...common,
    schema: randomSchema(at, 2),
    ...(dice.chance(0.3) ? { style: fitting[dice.below(fitting.length)] ?? "form", explode: dice.chance(0.5) } : {}),
    ...(dice.chance(0.1) ? { deprecated: true } : {}),
    ...(dice.chance(0.1) ? { example: "x" } : {}),
  };
}

function content(at: OperationSurroundings): Made {
  const types = Array.from({ length: 1 + at.dice.below(2) }, () => mediaTypes[at.dice.below(mediaTypes.length)] ?? "text/plain");
  return Object.fromEntries(
    types.map((type) => {
      const encoding =
        type.includes("form") && at.dice.chance(0.4) ? { encoding: { name: { contentType: "text/plain", style: "form" } } } : {};
      const key = at.version === "3.2.0" && type === "text/event-stream" ? "itemSchema" : "schema";
      return [type, { [key]: randomSchema(at), ...encoding, ...(at.dice.chance(0.1) ? { examples: { one: { value: 1 } } } : {}) }];
    }),
  );
}

function responses(at: OperationSurroundings): Made {
  const statuses = ["200", "201", "204", "4XX", "404", "default"].filter(() => at.dice.chance(0.35));
  const header = at.version === "2.0" ? { type: "integer" } : { schema: { type: "integer" } };
  const one = (status: string): Made => ({
    description: "An answer.",
    ...(status === "204" ? {} : at.version === "2.0" ? { schema: randomSchema(at) } : { content: content(at) }),
    ...(at.dice.chance(0.2) ? { headers: { "X-RateLimit-Limit": header, "X-Total": header } } : {}),
    ...(at.version !== "2.0" && at.dice.chance(0.1)
      ? { links: { next: { operationId: "getThing0", parameters: { id: "$response.body#/id" } } } }
      : {}),
  });
  return Object.fromEntries([...statuses, "200"].map((status) => [status, one(status)]));
}
