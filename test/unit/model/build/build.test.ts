import { describe, expect, it } from "vitest";
import { apiOf, outcomeOf } from "../../../support/api.js";

describe("build", () => {
  it("names an API after its configuration, else after its file", async () => {
    expect((await apiOf("spec/petstore.yaml")).names).toEqual({ stem: "petstore", type: "Petstore", value: "petstore" });
    expect((await apiOf("spec/petstore.yaml", { name: "Pet store v2" })).names).toEqual({
      stem: "pet-store-v2",
      type: "PetStoreV2",
      value: "petStoreV2",
    });
  });

  it("builds the operations of the Petstore with all their names", async () => {
    const api = await apiOf("spec/petstore.yaml");
    expect(api.operations.map(({ method, path, names }) => [method, path, names.value])).toEqual([
      ["GET", "/pets", "listPets"],
      ["POST", "/pets", "createPet"],
      ["GET", "/pets/{petId}", "getPet"],
    ]);
    expect(api.operations[2]?.names).toEqual({
      value: "getPet",
      key: "getPet",
      type: "GetPet",
      descriptor: "getPetOperation",
      args: "GetPetArgs",
      result: "GetPetResult",
      parts: {
        path: "GetPetPathSchema",
        query: "GetPetQuerySchema",
        querystring: "GetPetQuerystringSchema",
        header: "GetPetHeaderSchema",
        cookie: "GetPetCookieSchema",
      },
    });
    expect([...api.schemas.keys()]).toEqual(["PetStatus", "NewPet", "Pet", "Pets", "Error"]);
  });

  it("reads the life of an operation and the plans of the Petstore", async () => {
    const api = await apiOf("spec/petstore.yaml");
    expect(api.operations[2]?.doc.lifecycle).toMatchObject({
      deprecated: true,
      sunset: { text: "2030-12-05", epoch: 1922659200 },
      replacement: { kind: "operation", operation: "listPets" },
      code: "PETSTORE_DEP_GETPET",
    });
    expect(
      api.rateLimits?.plans.map(({ name, custom, policies }) => [
        name,
        custom,
        policies.map((each) => (each.kind === "window" ? `${each.quota}/${each.window}` : each.kind)),
      ]),
    ).toEqual([
      ["free", false, ["60/60", "1000/86400"]],
      ["pro", false, ["300/60", "10000/86400"]],
      ["business", false, ["1000/60", "100000/86400"]],
      ["enterprise", true, []],
    ]);
  });

  it("reports nothing about the Petstore", async () => {
    expect((await outcomeOf("spec/petstore.yaml")).diagnostics).toEqual([]);
  });
});
