/** The services that the programs of a page call, where the page has none of its own: the source of a module that exports `server`. */

export const petstore = `
import { createPetstoreServer } from "./petstore/index.js";
const rex = { id: 1, name: "Rex", status: "sold", categoryId: 1, tags: [] };
export const server = createPetstoreServer({
  handlers: {
    listPets: () => ({ status: 200, body: [rex] }),
    createPet: ({ body }) => ({ status: 201, body: { ...body, id: 2 } }),
    getPet: ({ path }) => path.petId === 1
      ? { status: 200, body: rex }
      : { status: 404, body: { code: "not_found", message: "There is no such animal.", status: 404 } },
  },
  authenticate: { bearerAuth: (key) => (key === "secret" ? {} : undefined) },
  plan: () => "free",
  errors: ({ code, detail, status }) => ({ code, message: detail, status }),
});
`;

/** Its login counts, and its first token is accepted once: then the service has forgotten it. */
export const orders = `
import { createOrdersServer } from "./orders/index.js";
let first = 0;
const service = createOrdersServer({
  handlers: {
    listOrders: () => ({ status: 200, body: [{ id: 1 }] }),
    getReport: (_, { request }) => ({ status: 200, body: "report, with the key " + request.headers["x-key"] }),
  },
  authenticate: {
    token: (token) => (token === "token 2" || (token === "token 1" && first++ === 0) ? token : undefined),
    key: (key) => key,
    user: ({ username, password }) => (username === "report" && password === "secret" ? username : undefined),
  },
});
let logins = 0;
export const server = {
  fetch: async (request) => {
    if (!request.url.startsWith("https://login.example.com/")) return service.fetch(request);
    const isKnown = request.headers.get("Authorization") === "Basic " + btoa("shop:hidden");
    if (!isKnown || (await request.text()) !== "grant_type=client_credentials") return new Response(null, { status: 401 });
    logins += 1;
    console.log("login " + logins);
    return Response.json({ access_token: "token " + logins, token_type: "Bearer", expires_in: 3600 });
  },
};
`;

/** Two services that are none of ours, by their hosts. */
export const petsAndInvoices = `
export const server = {
  fetch: async ({ url }) =>
    url === "https://billing.example.com/invoices/1"
      ? Response.json({ cents: 1250 })
      : Response.json([{ id: 1, name: "Rex", status: "sold", categoryId: 1, tags: [] }]),
};
`;
