/** Whether TypeScript refuses what the table of tsconfigs says it refuses. */
import { compile, temporaryFolder, writeFiles, type Compiler } from "../support/compile.js";
import type { Refusal } from "./refusals.js";

const other = (name: string): string => `const ${name} = 1;\nexport { ${name} };\n`;

/** The codes of what a compiler says to a file that has nothing wrong but its settings: ["TS5052"]. */
export async function refused(
  compiler: Compiler,
  { options, text = other("one"), inCommonJs = false }: Pick<Refusal, "options" | "text" | "inCommonJs">,
): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  try {
    await writeFiles(folder.path, [
      { path: "package.json", text: JSON.stringify({ type: inCommonJs ? "commonjs" : "module" }) },
      { path: "one.ts", text },
      { path: "other.ts", text: inCommonJs ? "export {};\n" : other("other") },
    ]);
    // The smallest library, for speed.
    const errors = await compile(folder.path, ["one.ts"], compiler, { strict: true, noEmit: true, ...options, lib: ["es5"], types: [] });
    return errors.map((error) => error.text.replace(/:.*/s, ""));
  } finally {
    await folder.remove();
  }
}
