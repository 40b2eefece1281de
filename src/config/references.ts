import { resolve } from "node:path";
import type { ConfigReader } from "./config-reader.js";

/**
 * The `references` of an API as absolute paths: what its description may refer to besides the files of its own folder and project.
 * `folder`: that of the configuration.
 */
export function readReferences(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
  folder: string,
): readonly string[] | undefined {
  const written = api["references"];
  if (written === undefined) return undefined;
  const place = [...at, "references"];
  if (!Array.isArray(written)) {
    reader.report("config-invalid-value", place, "must be a list of folders and files");
    return undefined;
  }
  return (written as readonly unknown[]).flatMap((path, index) => {
    const isUrl = typeof path === "string" && /^[a-z][a-z\d+.-]+:/i.test(path);
    if (typeof path === "string" && path.trim() !== "" && !isUrl) return [resolve(folder, path)];
    const hint = isUrl ? "A description on disk reads files only: download other files." : undefined;
    reader.report("config-invalid-value", [...place, String(index)], "must be the path of a folder or a file", hint);
    return [];
  });
}
