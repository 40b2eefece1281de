/** Overlays on descriptions that a test holds, as texts or as values. */
import type { Diagnostic, Origin } from "../../src/diagnostic/diagnostic.js";
import { applyOverlays } from "../../src/openapi/overlay/apply-overlays.js";
import { parseBytes } from "../../src/source/parse.js";
import type { Json, SourceFile } from "../../src/source/source-file.js";

/** A text as the file of a name; a value as JSON. */
export async function sourceOf(written: unknown, name: string): Promise<SourceFile> {
  const text = typeof written === "string" ? written : JSON.stringify(written);
  const { value, diagnostics } = await parseBytes(new TextEncoder().encode(text), `file:///project/${name}`, name);
  if (value === undefined) throw new Error(`${name}: ${diagnostics.map(({ message }) => message).join(" ")}`);
  return value;
}

/** An overlay of some actions. */
export function overlayOf(actions: unknown, version = "1.1.0"): object {
  return { overlay: version, info: { title: "Changes", version: "1" }, actions };
}

export interface Applied {
  readonly value: Json;
  /** Severity, code and place of each: "warning overlay-target-unmatched overlay-1#/actions/0/target". */
  readonly found: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly originOf: (pointer: string) => Origin;
  /** The files: the description, and the overlays. */
  readonly files: readonly SourceFile[];
  readonly file: SourceFile;
}

/** Applies overlays to a description. Files are called description, overlay-1, overlay-2, …; texts may be YAML. */
export async function apply(description: unknown, ...overlays: readonly unknown[]): Promise<Applied> {
  const root = await sourceOf(description, "description");
  const files = await Promise.all(overlays.map((each, index) => sourceOf(each, `overlay-${index + 1}`)));
  const { patched, diagnostics } = applyOverlays(root, files, ["https://example.com/latest"]);
  if (patched === undefined) throw new Error("the description is no object");
  const name = (file: string): string => file.slice(file.lastIndexOf("/") + 1);
  const found = diagnostics.map(({ severity, code, at }) => {
    const place = at === undefined ? "" : `${name(at.file)}#${"pointer" in at ? at.pointer : at.line}`;
    return `${severity} ${code} ${place}`;
  });
  return { value: patched.file.value, found, diagnostics, originOf: patched.originOf, files: [root, ...files], file: patched.file };
}
