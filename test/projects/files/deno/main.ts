import { askForPets } from "./pets.ts";
import { service } from "./service.ts";

Deno.serve({ port: Number(Deno.env.get("PORT")) }, async (request) => {
  if (new URL(request.url).pathname !== "/ask") return service.fetch(request);
  return Response.json(await askForPets(Deno.env.get("PETSTORE_URL") ?? "", Deno.env.get("PETSTORE_KEY") ?? ""));
});
