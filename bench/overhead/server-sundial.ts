/** The Petstore service on the generated server, with authentication, limits in memory and their headers; without limits by `--unlimited`. */
import { createServer } from "node:http";
import { createPetstoreServer } from "../../generated/petstore/index.js";
import { animals, key, policies, serve } from "./petstore.js";

const principal = { name: "bench" };
const service = createPetstoreServer<typeof principal>({
  handlers: {
    listPets: ({ query }) => ({
      status: 200,
      body: animals.filter((pet) => query.status === undefined || pet.status === query.status).slice(0, query.limit),
    }),
    createPet: ({ body }) => ({ status: 201, body: { ...body, id: 21 } }),
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the service has it until its last day
    getPet: () => ({ status: 404, body: { code: "not-found", message: "There is no such animal.", status: 404 } }),
  },
  authenticate: { bearerAuth: (given) => (given === key ? principal : undefined) },
  errors: ({ code, detail, status }) => ({ code, message: detail, status }),
  plan: () => ({ policies }),
  ...(process.argv.includes("--unlimited") ? { limits: false as const } : {}),
});
const server = createServer(service.node);
serve((port, told) => {
  server.listen(port, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") told(address.port);
  });
});
