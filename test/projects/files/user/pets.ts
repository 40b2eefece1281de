import { createPetstoreClient, listPets, petstorePaths } from "./petstore/index.js";

/** Names of animals: those that can be bought, by a function, and the first two of all, by path. */
export async function askForPets(baseUrl: string, key: string) {
  const petstore = createPetstoreClient({ baseUrl, auth: { bearerAuth: key } });

  const available = await listPets(petstore, { query: { status: "available" } });
  if (!available.ok) throw new Error(`listPets: ${available.status}`);

  const { data: first, response } = await petstorePaths(petstore).GET("/pets", { params: { query: { limit: 2 } } });
  if (first === undefined) throw new Error(`GET /pets: ${response.status}`);

  return { byFunction: available.data.map((pet) => pet.name), byPath: first.map((pet) => pet.name) };
}
