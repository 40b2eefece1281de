import { resolve } from "node:path";
import type { TemplatesFolder } from "../project/own-templates.js";
import { isBelow } from "../source/uri.js";
import type { ConfigReader } from "./config-reader.js";

/** The `templates` of an API. `folder`: that of the configuration; `output`: that of the generated files, absolute; undefined where it is not known. */
export function readTemplatesFolder(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
  { folder, output }: { readonly folder: string; readonly output: string | undefined },
): TemplatesFolder | undefined {
  const written = reader.optionalText(api, "templates", at);
  if (written === undefined) return undefined;
  const place = [...at, "templates"];
  const path = resolve(folder, written);
  if (output !== undefined && isBelow(output, path))
    reader.report("config-invalid-value", place, "must not be inside the folder of the generated files, because templates are yours");
  return { path, written, at: reader.place(place), base: folder };
}
