import { relative, sep } from "node:path";
import type { Origin } from "../diagnostic/diagnostic.js";
import { redact } from "../diagnostic/redact.js";
import { pathOf, uriOf } from "../source/uri.js";
import type { ConfigReader } from "./config-reader.js";

/** An overlay that is applied to a description before it is read. */
export interface OverlayFile {
  /** Absolute path, or http(s) URL. */
  readonly input: string;
  /** How the manifest names it: relative to the output, or its URL without secrets. */
  readonly name: string;
  /** Where a configuration names it. */
  readonly at?: Origin;
}

/** An overlay by what a user calls it, relative to `folder`. `output`: the folder of the generated files, absolute. */
export function namedOverlay(text: string, folder: string, output: string): OverlayFile {
  const uri = uriOf(text, folder);
  const path = pathOf(uri);
  if (path === undefined) return { input: uri, name: redact(uri) };
  return { input: path, name: relative(output, path).split(sep).join("/") };
}

/** The `overlays` of an API, in the order in which they are applied; undefined where there are none. */
export function readOverlays(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
  { folder, output }: { readonly folder: string; readonly output: string },
): readonly OverlayFile[] | undefined {
  const written = api["overlays"];
  if (written === undefined) return undefined;
  const place = [...at, "overlays"];
  if (!Array.isArray(written)) {
    const hint = typeof written === "string" ? `Write overlays: [${JSON.stringify(written)}].` : undefined;
    reader.report("config-invalid-value", place, "must be a list of paths and URLs", hint);
    return undefined;
  }
  const overlays = (written as readonly unknown[]).flatMap((text, index) => {
    if (typeof text === "string" && text.trim() !== "" && text !== "-")
      return [{ ...namedOverlay(text, folder, output), at: reader.place([...place, String(index)]) }];
    reader.report("config-invalid-value", [...place, String(index)], "must be the path or the URL of an overlay");
    return [];
  });
  return overlays.length === 0 ? undefined : overlays;
}
