import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { shortName } from "./tsconfig.js";
import { installCommand } from "./generate-script.js";
import { dependsOn, readPackage, readProjectSetup, type PackageJson } from "./project-setup.js";

/** The first minor version of openapi-fetch 0 with `pathSerializer`, by which calls by path write paths. */
export const leastFetchMinor = 16;

/** What is wrong with the openapi-fetch that files of a folder import for calls by path. */
export async function openapiFetchProblems(io: Io, folder: string): Promise<readonly Diagnostic[]> {
  let project: PackageJson | undefined;
  for (let at = folder; ; at = dirname(at)) {
    project ??= await readPackage(io, join(at, "package.json"));
    const installed = await readPackage(io, join(at, "node_modules/openapi-fetch/package.json"));
    if (installed !== undefined) return outdated(io, installed, folder);
    if (dirname(at) === at) return missing(io, project, folder);
  }
}

async function outdated(io: Io, { file, content: { version } }: PackageJson, folder: string): Promise<readonly Diagnostic[]> {
  const minor = typeof version === "string" ? /^0\.(\d+)\./.exec(version)?.[1] : undefined;
  if (minor === undefined || Number(minor) >= leastFetchMinor) return [];
  return [
    diagnostic(
      "openapi-fetch-outdated",
      `${shortName(io, dirname(file))} is version ${String(version)}, and calls by path need 0.${String(leastFetchMinor)}.0 or newer.`,
      {
        hint: `Install a newer one where the output is: \`${await installing(io, "openapi-fetch@latest", folder)}\`. Or leave the part \`paths\` out.`,
        at: { file: pathToFileURL(file).href, pointer: "" },
      },
    ),
  ];
}

/** A package that is listed and not there is still to be installed, or is found without `node_modules`. */
async function missing(io: Io, project: PackageJson | undefined, folder: string): Promise<readonly Diagnostic[]> {
  if (project === undefined || dependsOn(project, "openapi-fetch")) return [];
  return [
    diagnostic("openapi-fetch-missing", `\`paths.ts\` imports openapi-fetch, and ${shortName(io, project.file)} does not list it.`, {
      hint: `Install it for calls by path: \`${await installing(io, "openapi-fetch", folder)}\`. Or name the parts that you use in \`emit\`, without \`paths\`.`,
      at: { file: pathToFileURL(project.file).href, pointer: "" },
    }),
  ];
}

/** The command that installs it, by the package manager of the project. */
async function installing(io: Io, name: string, folder: string): Promise<string> {
  return installCommand((await readProjectSetup(io, folder)).packageManager ?? "npm", [name], "runtime");
}
