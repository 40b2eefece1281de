import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { shortName } from "./tsconfig.js";
import { readPackage } from "./project-setup.js";

/** The first minor version of openapi-fetch 0 with `pathSerializer`, by which clients write paths. */
const leastMinor = 16;

/** What is wrong with the openapi-fetch that files of a folder import. Nothing where none is installed. */
export async function openapiFetchProblems(io: Io, folder: string): Promise<readonly Diagnostic[]> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await readPackage(io, join(at, "node_modules/openapi-fetch/package.json"));
    if (found === undefined && dirname(at) !== at) continue;
    const version = found?.content["version"];
    const minor = typeof version === "string" ? /^0\.(\d+)\./.exec(version)?.[1] : undefined;
    if (found === undefined || minor === undefined || Number(minor) >= leastMinor) return [];
    return [
      diagnostic(
        "openapi-fetch-outdated",
        `${shortName(io, dirname(found.file))} is version ${String(version)}, and generated clients need 0.${String(leastMinor)}.0 or newer.`,
        {
          hint: "Install a newer one where the output is: `npm install openapi-fetch@latest`.",
          at: { file: pathToFileURL(found.file).href, pointer: "" },
        },
      ),
    ];
  }
}
