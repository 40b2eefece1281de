/** Changes of the generated files, by people and by tools. */
import { join } from "node:path";
import { demand, type Change } from "./change.js";
import { manifestOf } from "./subject.js";

export const fileChanges: readonly Change[] = [
  {
    name: "formatted",
    what: "a formatter went over the generated files",
    quick: true,
    everywhere: true,
    verdict: "green",
    says: ["formatted", "nothing has to be done"],
    then: "advice",
    async make({ repository, output }) {
      const isBiome = await repository.read("biome.json").then(
        () => true,
        () => false,
      );
      if (isBiome) {
        await repository.edit("biome.json", (text) => text.replace(/"!(?!\*\*\/dist)[^"]*",?\s*/g, "").replace(/,\s*\]/g, "]"));
        await repository.run("npx", "biome", "format", "--write", output);
        await repository.git("checkout", "--", "biome.json");
      } else await repository.run("npx", "prettier", "--ignore-path", "/dev/null", "--write", output);
      await repository.commit("Format everything");
      return undefined;
    },
  },
  {
    name: "edited",
    what: "a generated file was edited by hand",
    quick: true,
    everywhere: true,
    verdict: "red",
    says: ["edited", "--force"],
    then: "advice",
    async make({ repository, types }) {
      await repository.edit(types, (text) => `${text}export type Mine = string;\n`);
      await repository.commit("Add a type");
      return undefined;
    },
    async between({ repository, types, generate }) {
      const { end } = await repository.attempt(generate);
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
    then: "advice",
    async make({ repository, types }) {
      await repository.remove(types);
      await repository.commit("Remove a file");
      return undefined;
    },
  },
  {
    name: "output-moved",
    what: "the generated files moved to another folder",
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    async make({ repository, output, point }) {
      const moved = join(output, "../../lib/api");
      await repository.write(join(moved, "../README.md"), "What others wrote.\n");
      await repository.git("mv", output, moved);
      await point({ output: moved });
      await repository.commit("Move generated code");
      return undefined;
    },
  },
  {
    name: "line-ends",
    what: "a checkout with the ends of lines of Windows",
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    async make({ repository, description, types }) {
      await repository.git("config", "core.autocrlf", "true");
      await repository.git("rm", "--quiet", "--cached", "-r", ".");
      await repository.git("reset", "--quiet", "--hard");
      for (const path of [description, types]) demand((await repository.read(path)).includes("\r\n"), `${path} has no such ends of lines`);
      return {
        async end() {
          await repository.git("config", "core.autocrlf", "false");
          await repository.git("rm", "--quiet", "--cached", "-r", ".");
          await repository.git("reset", "--quiet", "--hard");
        },
      };
    },
  },
  {
    name: "manifest-cut",
    what: "`sundial.json` is half of what it was",
    of: ["sundial"],
    verdict: "green",
    says: ["damaged", "sundial.json", "it is not JSON", "nothing has to be done"],
    then: "advice",
    async make(subject) {
      await subject.repository.edit(manifestOf(subject), (text) => text.slice(0, text.length / 2));
      return undefined;
    },
  },
  {
    name: "manifest-removed",
    what: "`sundial.json` was removed",
    of: ["sundial"],
    verdict: "red",
    says: ["missing", "sundial.json"],
    then: "advice",
    async make(subject) {
      await subject.repository.remove(manifestOf(subject));
      return undefined;
    },
  },
];
