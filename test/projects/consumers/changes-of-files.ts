/** Changes of the generated files. */
import { demand, type Change } from "./change.js";

export const fileChanges: readonly Change[] = [
  {
    name: "edited",
    what: "a generated file was edited by hand",
    quick: true,
    verdict: "red",
    says: ["edited", "--force"],
    make: async ({ repository, types }) => {
      await repository.edit(types, (text) => `${text}export type Mine = string;\n`);
      await repository.commit("Add a type");
      return undefined;
    },
    between: async ({ repository, types, generate, home }) => {
      const { end } = await repository.attempt(generate, { home });
      demand(end === 1, `generate ends with ${String(end)} over a file that was edited`);
      demand((await repository.read(types)).includes("Mine"), "generate wrote over a file that was edited");
    },
  },
  {
    name: "removed",
    what: "a generated file was removed",
    quick: true,
    verdict: "red",
    says: ["missing"],
    make: async ({ repository, types }) => {
      await repository.remove(types);
      await repository.commit("Remove a file");
      return undefined;
    },
  },
];
