/** Random descriptions of each version. */
import type { Dice } from "../../support/dice.js";
import type { Tree } from "../mutations/tree.js";
import { randomOperation, randomPathItem, type OperationSurroundings } from "./random-operations.js";
import { randomSchema, type Version } from "./random-schemas.js";

type Made = { [member: string]: Tree };

const versions = ["2.0", "3.0.3", "3.1.1", "3.2.0"] as const satisfies readonly Version[];
const schemaNames = [
  "Thing",
  "thing",
  "Pet",
  "Error",
  "Map",
  "odd name",
  "a/b",
  "Client",
  "Promise",
  "constructor",
  "Page_1",
  "名前",
  "Node",
];

const schemes30: Made = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "session" },
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  basic: { type: "http", scheme: "basic" },
  // A name that every object has.
  toString: { type: "http", scheme: "digest" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Read" } } } },
  openId: { type: "openIdConnect", openIdConnectUrl: "https://example.com/.well-known" },
};

const schemes20: Made = {
  key: { type: "apiKey", in: "query", name: "key" },
  basic: { type: "basic" },
  oauth: { type: "oauth2", flow: "application", tokenUrl: "https://example.com/token", scopes: { read: "Read" } },
};

const limits: Made = {
  key: { securityScheme: "key" },
  plans: { free: { policies: { minute: { q: 60, w: 60 } } }, big: { custom: true } },
  headers: { limit: "X-RateLimit-Limit", remaining: "X-RateLimit-Remaining", reset: { name: "X-RateLimit-Reset", format: "unix-seconds" } },
};

export function randomDescription(dice: Dice): Made {
  const version = dice.of(...versions);
  const names = schemaNames.filter(() => dice.chance(0.45));
  const schemes = version === "2.0" ? schemes20 : schemes30;
  const at: OperationSurroundings = { dice, version, names, schemes: Object.keys(schemes) };
  const templates = ["/things", "/things/{id}", "/things/{id}/parts/{part_id}", "/", "/a.b/{x-y}", "/things/{id}.json"];
  const paths = templates
    .filter(() => dice.chance(0.4))
    .map((path, index): readonly [string, Tree] => [path, randomPathItem(at, index, path)]);
  const schemas = Object.fromEntries(names.map((name) => [name, randomSchema(at)]));
  return {
    ...(version === "2.0" ? { swagger: version } : { openapi: version }),
    info: { title: dice.of("Things", "An odd: title", "123", ""), version: "1.0.0" },
    ...(version === "2.0"
      ? { host: "example.com", basePath: "/v1", schemes: ["https"], consumes: ["application/json"], produces: ["application/json"] }
      : { servers: [{ url: dice.of("https://example.com/v1", "/", "https://{a}.example.com/") }] }),
    ...(dice.chance(0.3) ? { security: [{ key: [] }] } : {}),
    ...(dice.chance(0.3) ? { "x-rate-limits": limits } : {}),
    paths: Object.fromEntries(paths),
    ...(dice.chance(0.3) && (version === "3.1.1" || version === "3.2.0")
      ? { webhooks: { thingAdded: { post: randomOperation(at, "added", "post") } } }
      : {}),
    ...(version === "2.0" ? { definitions: schemas, securityDefinitions: schemes } : { components: { schemas, securitySchemes: schemes } }),
    ...(dice.chance(0.3) ? { tags: [{ name: "things", description: "All things" }] } : {}),
  };
}
