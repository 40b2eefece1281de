// Writes what the tool needs of templates/ as modules of its own: src/emit/templates.gen.ts, the Handlebars templates precompiled and the
// declarations of the runtime, those of the runtime's checks that `sundial lint` runs itself, and the matcher of slow patterns. Nothing of
// ours is compiled when the tool runs, and the package needs no files beside its code. The texts of the templates are apart: they are needed
// by `sundial eject` alone.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import Handlebars from "handlebars";
import { runtimeFiles } from "./runtime-sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const names = (folder, extension) =>
  readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith(extension))
    .sort();

/** Precompiles and embeds; returns whether a text changed. */
export function embedTemplates() {
  const texts = names("templates", ".hbs").map((name) => ({ name, text: readFileSync(`${root}templates/${name}`, "utf8") }));
  const templates = texts.map(({ name, text }) => {
    const compiled = Handlebars.precompile(text, { noEscape: true, strict: true, knownHelpersOnly: true });
    return `  ${JSON.stringify(name.replace(/\.hbs$/, ""))}: ${String(compiled)},\n`;
  });
  const runtime = [...runtimeFiles()].map(([name, modules]) => `  ${JSON.stringify(name)}: ${JSON.stringify(modules)},\n`);
  const text = `// @ts-nocheck Made by scripts/templates.mjs of templates/. Not checked in.\nimport type { RuntimeFile } from "./print/runtime-file.js";\nexport const templates: Readonly<Record<string, object>> = {\n${templates.join("")}};\nexport const runtimeFiles: Readonly<Record<string, RuntimeFile>> = {\n${runtime.join("")}};\n`;
  const entries = texts.map(({ name, text: own }) => `  ${JSON.stringify(name.replace(/\.hbs$/, ""))}: ${JSON.stringify(own)},\n`);
  const ejected = `// @ts-nocheck Made by scripts/templates.mjs of templates/. Not checked in.\nexport const templateTexts: Readonly<Record<string, string>> = {\n${entries.join("")}};\n`;
  const written = [
    write("emit/templates.gen.ts", text),
    write("emit/template-texts.gen.ts", ejected),
    write("model/refusal/runtime-checks.gen.ts", checksOfRuntime()),
    write("emit/wire/has-shape.gen.ts", shapesOfRuntime()),
    write("model/ir/linear-pattern.gen.ts", linearPatterns()),
  ];
  return written.includes(true);
}

/** The checks of formats by their names, and that of divisors, as one module. */
function checksOfRuntime() {
  const folder = "templates/runtime/validate";
  const modules = names(`${folder}/formats`, ".ts").filter((name) => name.startsWith("format"));
  const contents = `${modules.map((name, index) => `import * as formats${index} from "./formats/${name}";\n`).join("")}
export const textChecks = { ${modules.map((_, index) => `...formats${index}`).join(", ")} };
export { isMultipleOf } from "./multiple-of.ts";\n`;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: `${root}${folder}`, loader: "ts" },
    bundle: true,
    format: "esm",
    target: "node20.19",
    write: false,
  });
  const text = outputFiles[0].text.replace(/^export \{[^}]*\};\n/m, "");
  return `// @ts-nocheck Made by scripts/templates.mjs of templates/runtime/validate. Not checked in.\n${text}
const checks: Readonly<Record<string, (text: string) => boolean>> = textChecks;
const isMultiple: (value: number, divisor: number, scale: number) => boolean = isMultipleOf;
export { checks as textChecks, isMultiple as isMultipleOf };\n`;
}

/** What tells of which alternative a value is: of a default it is told as readers tell it. */
function shapesOfRuntime() {
  const source = "templates/runtime/shared/has-shape.ts";
  const { outputFiles } = buildSync({ entryPoints: [root + source], bundle: true, format: "esm", target: "node20.19", write: false });
  const text = outputFiles[0].text.replace(/^export \{[^}]*\};\n/m, "");
  return `// @ts-nocheck Made by scripts/templates.mjs of ${source}. Not checked in.\n${text}
const has: (shape: object) => (value: unknown) => boolean = hasShape;
export { has as hasShape };\n`;
}

/** What matches slow patterns in linear time, as it is: what is held against a description is held against it as validators do. */
function linearPatterns() {
  const source = "templates/runtime/shared/linear-pattern.ts";
  return `// Made by scripts/templates.mjs of ${source}. Not checked in.\n${readFileSync(root + source, "utf8")}`;
}

/** Writes a file that is not as it is to be; returns whether it was not. */
function write(name, text) {
  const path = `${root}src/${name}`;
  let before = "";
  try {
    before = readFileSync(path, "utf8");
  } catch {
    // first build
  }
  if (before !== text) writeFileSync(path, text);
  return before !== text;
}
