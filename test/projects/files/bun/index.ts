import { askForPets } from "./pets";
import { service } from "./service";

Bun.serve({
  port: Number(process.env["PORT"]),
  routes: {
    "/ask": async () => Response.json(await askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? "")),
  },
  fetch: (request) => service.fetch(request),
});
