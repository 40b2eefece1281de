import type { Diagnostic, Origin, Outcome } from "../../diagnostic/diagnostic.js";
import type { Load } from "../../openapi/resolve/load-references.js";
import { parseReference } from "../../openapi/resolve/parse-reference.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { SourceFile } from "../../source/source-file.js";
import { isObject, partsOf, type RawPart } from "../lifecycle/raw-parts.js";

/**
 * The same with the files that only examples refer to. Nothing is generated of these, so they are read where examples are judged, and there
 * alone. One that cannot be read is told.
 */
export async function withExampleFiles(resolved: Resolved, load: Load): Promise<Outcome<Resolved>> {
  const files = new Map(resolved.files.map((file) => [file.uri, file]));
  const diagnostics: Diagnostic[] = [];
  const asked = new Set(files.keys());
  const waiting = resolved.files.flatMap(referencesIn);
  // It grows while it is walked: an example may refer to another one.
  for (const { text, at } of waiting) {
    const target = parseReference(text, at.file);
    if (target === undefined || asked.has(target.uri)) continue;
    asked.add(target.uri);
    const { value, diagnostics: problems } = await load(target.uri);
    const [problem] = problems;
    if (value !== undefined) {
      files.set(target.uri, value);
      for (const item of referencesIn(value)) waiting.push(item);
    } else if (problem !== undefined) diagnostics.push(leftOut(problem, at));
  }
  return { value: { ...resolved, files: [...files.values()] }, diagnostics };
}

function leftOut(problem: Diagnostic, at: Origin): Diagnostic {
  return { ...problem, severity: "warning", at, hint: [problem.hint, "The example is left out."].filter(Boolean).join(" ") };
}

interface ExampleReference {
  readonly text: string;
  readonly at: Origin;
}

/** The references of the examples in a file, which may be one itself, or hold several. */
function referencesIn({ uri, value }: SourceFile): readonly ExampleReference[] {
  const found: ExampleReference[] = [];
  const waiting: RawPart[] = [{ value, at: { file: uri, pointer: "" }, key: "", isMap: false, isSchema: false }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { value: each, at, key, isMap } = part;
    const reference = isObject(each) && key === "examples" && !isMap ? each["$ref"] : undefined;
    if (typeof reference === "string" && !reference.startsWith("#"))
      found.push({ text: reference, at: { file: uri, pointer: at.pointer } });
    for (const item of partsOf(part)) waiting.push(item);
  }
  return found.reverse();
}
