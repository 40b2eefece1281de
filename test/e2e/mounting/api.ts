/** A small API with all that mounting can break: links, cookies, challenges, bodies of every kind. */
import { bigints } from "../../../templates/runtime/shared/exact-json.js";
import { createLifecycle } from "../../../templates/runtime/server/route/deprecated-calls.js";
import { failMinLength, failType } from "../../../templates/runtime/validate/issues.js";
import { createServer, type Server } from "../../../templates/runtime/server/route/server.js";
import type { ServerOptions } from "../../../templates/runtime/server/route/server-types.js";
import { createValidator as validator } from "../../../templates/runtime/validate/validate.js";
import { route } from "../../unit/runtime/server/serving.js";

export interface Api extends Server {
  /** What `onError` was told. */
  readonly errors: readonly string[];
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";

const pet = validator((value, issues) => {
  const name = typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
  if (typeof name !== "string") return failType(issues, ["name"], "string");
  return name === "" ? failMinLength(issues, ["name"], 1) : issues;
});

const content = (type: string) => ({ body: { required: true, content: { [type]: {} } } }) as const;
const routes = [
  route("listPets", "GET", "/pets"),
  route("createPet", "POST", "/pets", content(json), { body: { [json]: { validator: pet } } }),
  route("getPet", "GET", "/pets/{id}", {
    parameters: { path: ["id"] },
    deprecation: { replacement: { operation: "getAnimal", path: "/animals/{id}" } },
  } as object),
  route("login", "POST", "/login"),
  route("secret", "GET", "/secret", { security: [["bearer"], ["basic"]] }),
  route("count", "POST", "/count", { ...content(json), exact: bigints({ body: { [json]: { properties: { n: "int64" } } } }) }),
  route("form", "POST", "/form", content(form), {
    body: { [form]: { decode: { properties: { n: "integer", tags: { items: "string" }, at: { properties: { x: "integer" } } } } } },
  }),
  route("text", "POST", "/text", content("text/plain")),
  route("bytes", "POST", "/bytes", content("application/octet-stream")),
  route("events", "GET", "/events", { responses: { 200: ["application/x-ndjson"] } }),
];

/** The API under a base path; `name` is what its lists hold, to tell one API from another. */
export function createApi(name: string, options: ServerOptions = {}): Api {
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  const echo = ({ body }: { readonly body: unknown }) => ({ status: 200, body });
  const server = createServer(
    {
      basePath: "/v1",
      realm: "Pets",
      schemes: { bearer: { kind: "bearer" }, basic: { kind: "basic" } },
      routes: Object.fromEntries(routes.map((described) => [described.operation.id, described])),
    },
    {
      onError,
      ...options,
      authenticate: { bearer: () => undefined, basic: () => undefined },
      handlers: {
        listPets: () => ({ status: 200, body: [name] }),
        createPet: ({ body }: { readonly body: object }, { basePath }: { readonly basePath: string }) => ({
          status: 201,
          body,
          headers: { location: `${basePath}/pets/1` },
        }),
        getPet: ({ path }: { readonly path: object }, { request }: { readonly request: { readonly url: string } }) => ({
          status: 200,
          body: { ...path, url: request.url },
        }),
        login: (_: unknown, { basePath }: { readonly basePath: string }) => ({
          status: 204,
          headers: { "set-cookie": [`one=1; Path=${basePath}`, "two=2"], "x-request-id": "ours", vary: "Accept" },
        }),
        secret: () => ({ status: 200, body: "secret" }),
        count: ({ body }: { readonly body: { readonly n: unknown } }) => ({
          status: 200,
          body: { n: String(body.n), type: typeof body.n },
        }),
        form: echo,
        text: echo,
        bytes: async ({ body }: { readonly body: Blob }) => ({ status: 200, body: { size: (await body.arrayBuffer()).byteLength } }),
        events: () => ({ status: 200, body: lines() }),
      },
    },
    { lifecycle: createLifecycle({ onDeprecatedCall: () => undefined }) },
  );
  return { ...server, errors };
}

async function* lines(): AsyncGenerator<number> {
  for (let index = 0; index < 3; index += 1) yield await Promise.resolve(index);
}
