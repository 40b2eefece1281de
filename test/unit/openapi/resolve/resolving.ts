import type { Diagnostic } from "../../../../src/diagnostic/diagnostic.js";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import type { Resolved } from "../../../../src/openapi/resolve/resolved.js";
import { load } from "../../../../src/source/load-file.js";
import { memoryIo } from "../../../support/memory-io.js";

/** Loads and resolves a description made of files below /project; the first one is its root. */
export async function resolving(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly resolved: Resolved; readonly diagnostics: readonly Diagnostic[] }> {
  const io = memoryIo(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/project/${name}`, text])));
  const root = await load(Object.keys(files)[0] ?? "", io);
  if (root.value === undefined) throw new Error(JSON.stringify(root.diagnostics));
  const { value, diagnostics } = await resolve(root.value, (uri) => load(uri, io));
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return { resolved: value, diagnostics };
}

/** "error unknown-type /components/schemas/A/type": a diagnostic in one line. */
export function brief({ severity, code, at }: Diagnostic): string {
  return [severity, code, at === undefined ? "" : "pointer" in at ? at.pointer : `${at.line}:${at.column}`].join(" ");
}

/** A 3.1 description (or another version) with the given members in YAML. */
export function description(members: string, version = "3.1.0"): string {
  const head = version === "2.0" ? 'swagger: "2.0"' : `openapi: ${version}`;
  return `${head}\ninfo: {title: T, version: "1"}\n${/^paths:/m.test(members) ? "" : "paths: {}\n"}${members}`;
}
