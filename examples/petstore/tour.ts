/** A walk through the Petstore service with the generated client. */
import {
  createPet,
  createPetstoreClient,
  getPet,
  listPets,
  type NewPet,
  type Pet,
  type PetstoreClient,
} from "../../generated/petstore/index.js";

/** Takes one line of what happened. */
export type Print = (line: string) => void;

export interface Keys {
  /** Of the plan "free". */
  readonly key: string;
  /** Of ten requests in two seconds. */
  readonly smallKey: string;
}

/** Calls the service at `baseUrl` in every way that its description knows, and tells what happened. */
export async function takeTour(baseUrl: string, { key, smallKey }: Keys, print: Print): Promise<void> {
  const petstore = createPetstoreClient({ baseUrl, auth: { bearerAuth: key } });
  await listAnimals(petstore, print);
  const id = await addAnimal(petstore, print);
  await fetchAnimal(petstore, id, print);
  await makeMistakes(petstore, baseUrl, print);
  await lookAtLimits(petstore, print);
  await stayWithinLimits(baseUrl, smallKey, print);
  await goBeyondLimits(baseUrl, smallKey, print);
}

async function listAnimals(petstore: PetstoreClient, print: Print): Promise<void> {
  print("List the animals");
  const all = await listPets(petstore);
  if (all.ok) print(`  ${String(all.status)}: ${all.data.map(describe).join(", ")}`);

  print("List at most one of those that can be bought");
  const available = await listPets(petstore, { query: { status: "available", limit: 1 } });
  if (available.ok) print(`  ${String(available.status)}: ${available.data.map(describe).join(", ")}`);
}

async function addAnimal(petstore: PetstoreClient, print: Print): Promise<number> {
  print("Add an animal");
  const created = await createPet(petstore, { body: { name: "Nemo", categoryId: 3, status: "available" } });
  if (!created.ok) throw new Error(`The service did not add the animal: ${String(created.status)}`);
  print(`  ${String(created.status)}: ${describe(created.data)}`);
  return created.data.id;
}

async function fetchAnimal(petstore: PetstoreClient, petId: number, print: Print): Promise<void> {
  print("Get it by its identifier, which is deprecated");
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- to show what a deprecated call looks like
  const pet = await getPet(petstore, { path: { petId } });
  if (pet.ok) print(`  ${String(pet.status)}: ${describe(pet.data)}`);
  print(`  Sunset: ${pet.response.headers.get("Sunset") ?? "not sent"}`);

  print("Get one that is not there");
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
  const missing = await getPet(petstore, { path: { petId: 404 } });
  if (!missing.ok && missing.status === 404) print(`  ${String(missing.status)} ${missing.error.code}: ${missing.error.message}`);
}

async function makeMistakes(petstore: PetstoreClient, baseUrl: string, print: Print): Promise<void> {
  print("List with a wrong key");
  const stranger = createPetstoreClient({ baseUrl, auth: { bearerAuth: "not-a-key" } });
  const refused = await listPets(stranger);
  if (!refused.ok && refused.status === 401) print(`  ${String(refused.status)} ${refused.error.code}: ${refused.error.message}`);

  print("Add an animal without its category");
  const incomplete = { name: "Dory" } as NewPet; // the compiler would not let this mistake happen
  const rejected = await createPet(petstore, { body: incomplete });
  if (!rejected.ok && rejected.status === 400) print(`  ${String(rejected.status)} ${rejected.error.code}: ${rejected.error.message}`);
}

async function lookAtLimits(petstore: PetstoreClient, print: Print): Promise<void> {
  print("See what is left of the plan");
  const { response } = await listPets(petstore);
  const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) => response.headers.get(`X-RateLimit-${name}`));
  print(`  ${remaining ?? "?"} of ${limit ?? "?"} requests until ${new Date(Number(reset) * 1000).toISOString()}`);
}

async function stayWithinLimits(baseUrl: string, key: string, print: Print): Promise<void> {
  print("Call 15 times at once where ten calls are allowed in two seconds: the client waits, and the service rejects nothing");
  const petstore = createPetstoreClient({ baseUrl, auth: { bearerAuth: key } });
  const started = performance.now();
  const results = await Promise.all(Array.from({ length: 15 }, () => listPets(petstore)));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`  ${String(results.filter(({ ok }) => ok).length)} of ${String(results.length)} were answered, in ${seconds} s`);
}

async function goBeyondLimits(baseUrl: string, key: string, print: Print): Promise<void> {
  print("Do the same without that care");
  const headers = { Authorization: `Bearer ${key}` };
  const responses = await Promise.all(Array.from({ length: 15 }, () => fetch(`${baseUrl}/pets`, { headers })));
  const rejected = responses.filter(({ status }) => status === 429);
  print(`  ${String(rejected.length)} of ${String(responses.length)} were rejected with 429`);
  print(`  Retry-After: ${rejected[0]?.headers.get("Retry-After") ?? "not sent"}, and ${(await rejected[0]?.text()) ?? "no body"}`);
}

function describe(pet: Pet): string {
  return `${pet.name} (${pet.status ?? "no status"}, id ${String(pet.id)})`;
}
