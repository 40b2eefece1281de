// The runtime files as the output has them. Their sources are in folders; the output has one folder.
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const folder = fileURLToPath(new URL("../templates/runtime/", import.meta.url));

/** Paths of the runtime's sources below `templates/runtime`, in order: "shared/operation.ts". */
export function runtimePaths() {
  return readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.endsWith(".d.ts"))
    .sort();
}

/** The text of each runtime file by its name in the output, in order: "operation.ts". */
export function runtimeSources() {
  return flattened(new Map(runtimePaths().map((path) => [path, readFileSync(folder + path, "utf8")])));
}

/**
 * Puts the files of several folders into one: by name without a folder, with imports of each other to match. Throws where two files have one
 * name, and where a relative import leads to none of them.
 */
export function flattened(texts) {
  const result = new Map();
  for (const [path, text] of texts) {
    const name = posix.basename(path);
    if (result.has(name)) throw new Error(`Two runtime files are called ${name}`);
    result.set(name, withFlatImports(path, text, texts));
  }
  return new Map([...result].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A text whose imports of other runtime files name the folder that it is in itself. */
function withFlatImports(path, text, texts) {
  let flat = "";
  let end = 0;
  for (const { fileName, pos } of ts.preProcessFile(text, true, true).importedFiles) {
    if (!fileName.startsWith(".")) continue;
    const target = posix.join(posix.dirname(path), fileName.replace(/\.js$/, ".ts"));
    if (!texts.has(target)) throw new Error(`${path} imports ${fileName}, which is no runtime file`);
    // The position is that of the opening quote, or of the text after it.
    const start = text.indexOf(fileName, pos);
    flat += `${text.slice(end, start)}./${posix.basename(fileName)}`;
    end = start + fileName.length;
  }
  return flat + text.slice(end);
}
