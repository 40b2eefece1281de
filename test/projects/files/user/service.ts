import { createPetstoreServer, type Pet, type PetstoreHandlers } from "./petstore/index.js";

const pets = new Map<number, Pet>([
  [1, { id: 1, name: "Rex", categoryId: 1, status: "available" }],
  [2, { id: 2, name: "Tom", categoryId: 2, status: "sold" }],
  [3, { id: 3, name: "Polly", categoryId: 3, status: "available" }],
]);

const handlers: PetstoreHandlers<{ readonly key: string }> = {
  listPets: ({ query }) => ({
    status: 200,
    body: [...pets.values()].filter((pet) => query.status === undefined || pet.status === query.status).slice(0, query.limit),
  }),
  createPet: ({ body }) => {
    const pet = { ...body, id: pets.size + 1 };
    pets.set(pet.id, pet);
    return { status: 201, body: pet };
  },
  getPet: ({ path }) => {
    const pet = pets.get(path.petId);
    if (pet === undefined) return { status: 404, body: { code: "not_found", message: "There is no such animal.", status: 404 } };
    return { status: 200, body: pet };
  },
};

export const service = createPetstoreServer({
  handlers,
  authenticate: { bearerAuth: (key) => (key === "secret" ? { key } : undefined) },
  plan: () => "business",
  errors: (problem) => ({ code: problem.code, message: problem.detail, status: problem.status }),
});
