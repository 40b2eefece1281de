import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Contender, Order, Program } from "./contender.js";
import { pascal } from "./schema.js";

type Library = typeof import("../../src/index.js");

/** What the tool makes of a description, as its users have it. */
export function sundial(mode: "fast" | "small"): Contender {
  return {
    name: `sundial (${mode})`,
    async program({ description, roots, answer, formats, folder }: Order): Promise<Program> {
      const input = join(folder, "description.json");
      writeFileSync(input, JSON.stringify(description.document));
      // The tool as it is built, so that nothing is measured that users do not have.
      const { generate } = (await import(new URL("../../dist/index.js", import.meta.url).href)) as Library;
      const validators = { mode, issues: answer === "first" ? "first" : "all", formats: formats ? "assert" : "annotate" } as const;
      const { files, diagnostics } = await generate({ input, emit: ["types", "validators"], validators });
      if (files.length === 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
      for (const { path, text } of files) {
        mkdirSync(dirname(join(folder, "sundial", path)), { recursive: true });
        writeFileSync(join(folder, "sundial", path), text);
      }
      const source = roots
        .map((root, index) => `export { ${pascal(root)}Schema as v${String(index)} } from "./sundial/validators.js";`)
        .join("\n");
      const ask =
        answer === "verdict" ? "(s) => s.is" : "(s) => (x) => { const r = s.safeParse(x); return r.success ? 0 : r.issues.length; }";
      return { source, ask };
    },
  };
}
