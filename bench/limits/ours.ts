/** Sundial's client as a user has it: generated from `spec/petstore.yaml`, told its plan, and that its calls may wait. */
import { createPetstoreClient, listPets } from "../../generated/petstore/index.js";
import type { MakeCall, Target } from "./caller.js";

export function sundialClient({ baseUrl, key }: Target): MakeCall {
  const petstore = createPetstoreClient({ baseUrl, auth: { bearerAuth: key } });
  return async (call) => (await listPets(petstore, {}, { headers: { "X-Call": String(call) } })).status;
}
