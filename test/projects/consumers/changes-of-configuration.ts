/** Changes of what a repository asks of sundial. */
import { demand, type Change } from "./change.js";
import type { Subject } from "./subject.js";

/** One more line of the configuration. */
async function configure({ repository, config }: Subject, line: string): Promise<void> {
  await repository.edit(config, (text) => text.replace(/\}\);\s*$/, `  ${line}\n});\n`));
  await repository.commit("Change the configuration");
}

async function replaceInConfig({ repository, config }: Subject, from: string, to: string): Promise<undefined> {
  await repository.edit(config, (text) => text.replace(from, to));
  await repository.commit("Change the configuration");
}

/** Quotes as either formatter writes them. */
async function quoteOf({ repository, config }: Subject): Promise<string> {
  return (await repository.read(config)).includes("'") ? "'" : '"';
}

export const configurationChanges: readonly Change[] = [
  {
    name: "more",
    what: "the configuration asks for one part more",
    of: ["sundial"],
    verdict: "red",
    says: ["missing"],
    then: "advice",
    make: async (subject) => {
      const quote = await quoteOf(subject);
      return replaceInConfig(subject, `${quote}client${quote}`, `${quote}client${quote}, ${quote}server${quote}`);
    },
  },
  {
    name: "less",
    what: "the configuration asks for one part less",
    of: ["sundial"],
    verdict: "red",
    says: ["orphaned"],
    then: "advice",
    make: async (subject) => {
      const quote = await quoteOf(subject);
      return replaceInConfig(subject, `, ${quote}client${quote}`, "");
    },
  },
  {
    name: "script",
    what: "the script that generates has another name, which generated files say",
    of: ["sundial"],
    verdict: "green",
    says: ["files say that they are made by", "npm run api"],
    then: "advice",
    async make({ repository }) {
      await repository.edit("package.json", (text) => text.replace('"generate":', '"api":'));
      await repository.commit("Call it otherwise");
      return undefined;
    },
  },
  {
    name: "formatter",
    what: "generated files are formatted, and the formatter's settings change",
    of: ["sundial"],
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    async make(subject) {
      const { repository, generate } = subject;
      if (!(await repository.read(subject.config)).includes("format")) await configure(subject, 'format: "prettier",');
      await repository.remove(".prettierignore");
      await repository.run(...generate);
      await repository.commit("Format generated code");
      await repository.edit(".prettierrc.json", (text) => text.replace("100", "70").replace("true", "false"));
      await repository.commit("Other settings");
      return undefined;
    },
    async between({ repository, types }) {
      const before = await repository.read(types);
      await repository.run("npx", "sundial", "generate", "--force");
      demand((await repository.read(types)) !== before, "generate --force does not lay the files out anew");
      await repository.run("npx", "prettier", "--check", types);
      await repository.run("npx", "sundial", "check", "--frozen");
    },
  },
  {
    name: "unknown-key",
    what: "the configuration is for another version of sundial, with a key that this one does not know",
    of: ["sundial"],
    quick: true,
    verdict: "refused",
    says: ["`formatt` is not a known key", "sundial.config.ts"],
    then: "nothing",
    async make(subject) {
      await configure(subject, 'formatt: "auto",');
      return undefined;
    },
    async between({ repository, generate }) {
      const { end } = await repository.attempt(generate);
      demand(end === 2, `generate ends with ${String(end)}`);
    },
  },
  {
    name: "two-apis",
    what: "two APIs of the configuration have one output",
    of: ["sundial"],
    verdict: "refused",
    says: ["apis.second.output", "first", "sundial.config.ts"],
    then: "nothing",
    async make({ repository, config }) {
      const api = '{ input: "openapi.yaml", output: "src/bookshop" }';
      const apis = `apis: { first: ${api}, second: ${api} }`;
      await repository.write(config, `import { defineConfig } from "openapi-sundial";\n\nexport default defineConfig({ ${apis} });\n`);
      await repository.commit("Two of them");
      return undefined;
    },
  },
  {
    name: "two-configurations",
    what: "two configurations have one output",
    of: ["sundial"],
    verdict: "red",
    says: ["other.yaml"],
    then: "advice",
    async make(subject) {
      const { repository, config, description } = subject;
      await repository.write("other.yaml", subject.edits.member(await repository.read(description)));
      await repository.write("other.config.ts", (await repository.read(config)).replace(description, "other.yaml"));
      await repository.run("npx", "sundial", "generate", "--config", "other.config.ts");
      await repository.commit("A second configuration");
      return undefined;
    },
  },
  {
    name: "description-gone",
    what: "the description is not there",
    verdict: "refused",
    of: ["sundial"],
    says: ["openapi.yaml"],
    then: "nothing",
    async make({ repository, description }) {
      await repository.remove(description);
      await repository.commit("Remove it");
      return undefined;
    },
  },
];
