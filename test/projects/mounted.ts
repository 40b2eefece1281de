/** What a generated server must do wherever it is mounted: it is called as the reference service is. */
import { createPet, createPetstoreClient, listPets, petstorePaths, type NewPet } from "../../generated/petstore/index.js";
import { expected } from "./petstore.js";
import type { Answers } from "./project.js";

function demand(fact: boolean, sentence: string): void {
  if (!fact) throw new Error(`the mounted server: ${sentence}`);
}

/** Calls the server of `files/user/service.ts` at its base URL, and returns what it answers. */
export async function askMounted(baseUrl: string): Promise<Answers> {
  const petstore = createPetstoreClient({ baseUrl, auth: { bearerAuth: "secret" } });
  const available = await listPets(petstore, { query: { status: "available" } });
  demand(available.ok, `listPets is answered with ${String(available.status)}`);
  const { data: first, response } = await petstorePaths(petstore).GET("/pets", { params: { query: { limit: 2 } } });
  demand(first !== undefined, `GET /pets is answered with ${String(response.status)}`);

  const stranger = await listPets(createPetstoreClient({ baseUrl, auth: { bearerAuth: "not-a-key" } }));
  demand(stranger.status === 401, `a wrong key is answered with ${String(stranger.status)}`);
  const created = await createPet(petstore, { body: { name: "Nemo", categoryId: 3 } });
  demand(created.ok && created.data.name === "Nemo", `createPet is answered with ${String(created.status)}`);
  const rejected = await createPet(petstore, { body: { name: "Dory" } as NewPet }); // the mistake that is to be refused
  demand(rejected.status === 400, `a body without its category is answered with ${String(rejected.status)}`);
  return {
    byFunction: available.ok ? available.data.map(({ name }) => name) : [],
    byPath: (first ?? []).map(({ name }) => name),
  };
}

/** That answers are those of the store. */
export function demandAnswers(answers: Answers): void {
  for (const way of ["byFunction", "byPath"] as const) {
    const [got, wanted] = [answers[way], expected[way]].map((names) => names.join(", "));
    if (got !== wanted) throw new Error(`${way}: the animals are ${got ?? "none"} and not ${wanted ?? "none"}`);
  }
}
