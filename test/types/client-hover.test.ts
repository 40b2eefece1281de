/** What an editor shows over the values of a call: their shape, and not only the name of a type. */
import { describe, expect, it } from "vitest";
import { compilers, type Compiler } from "../support/compile.js";
import { petstoreEditor } from "../support/petstore-editor.js";

const head = `import { createPet, createPetstoreClient, listPets } from "./petstore/index.js";

const petstore = createPetstoreClient();
`;

describe.each(Object.keys(compilers) as Compiler[])("an editor with TypeScript %s", (compiler) => {
  const show = petstoreEditor(compiler);

  const shown = async (program: string): Promise<string> => {
    const { errors, info } = await show(head + program);
    expect(errors).toEqual([]);
    return info;
  };

  it.each([
    ["const pe|ts = await listPets(petstore);", ["Success<200, Pets>", "Failure<401, Error>", "Failure<429, unknown>"]],
    ["const pets = await listPets(petstore); if (pets.ok) pets.da|ta;", ["Success<200, Pets>.data: Pets"]],
    ["const pets = await listPets(petstore); if (pets.status === 401) pets.err|or;", ["Failure<401, Error>.error: Error"]],
    ["createPet(petstore, { bo|dy: { name: '', categoryId: 1 } });", ["body: NewPet"]],
    ["listPets(petstore, { que|ry: { limit: 1 } });", ["limit?:", "status?:"]],
    ["listPets(petstore, { query: { lim|it: 1 } });", ["limit?:", "Maximum number of animals returned. Integer, from 1 to 100.", "20"]],
  ])("shows of %s what is in it", async (program, texts) => {
    const info = await shown(program);
    for (const text of texts) expect(info).toContain(text);
  });
});
