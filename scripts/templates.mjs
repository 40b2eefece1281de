// Writes src/emit/templates.gen.ts: the Handlebars templates precompiled, and the declarations of the runtime. Nothing of ours is compiled when
// the tool runs, and the package needs no files beside its code. The texts of the templates are apart: they are needed by `sundial eject` alone.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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
  return [write("templates.gen.ts", text), write("template-texts.gen.ts", ejected)].includes(true);
}

/** Writes a file that is not as it is to be; returns whether it was not. */
function write(name, text) {
  const path = `${root}src/emit/${name}`;
  let before = "";
  try {
    before = readFileSync(path, "utf8");
  } catch {
    // first build
  }
  if (before !== text) writeFileSync(path, text);
  return before !== text;
}
