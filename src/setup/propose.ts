import { basename, dirname, join, posix } from "node:path";
import type { Part } from "../emit/emitters.js";
import type { Io } from "../io.js";
import { dependsOn } from "../project/project-setup.js";
import { entriesOf } from "../source/project-folder.js";
import type { FoundDescription } from "./find-descriptions.js";
import { posixPath } from "./read-settings.js";
import type { Repository } from "./repository.js";

/** What people want code for. */
export const purposes = ["client", "server", "both", "types"] as const;
export type Purpose = (typeof purposes)[number];

/** What a project is evidently for, and what says so, as a clause. */
export function proposePurpose({ frameworks, generators, manifest }: Repository, input: string): readonly [purpose: Purpose, why: string] {
  const own = typeof manifest === "object" ? manifest : undefined;
  const [other] = generators;
  if (other?.tool === "openapi-typescript" && !dependsOn(own, "openapi-fetch")) return ["types", `${other.where} has openapi-typescript`];
  if (other !== undefined) return ["client", `${other.where} is set up for ${other.tool}`];
  if (frameworks.server !== undefined && frameworks.client === undefined && !isUrl(input))
    return ["server", `package.json has ${frameworks.server}`];
  return ["client", frameworks.client === undefined ? "nothing says that it is a service" : `package.json has ${frameworks.client}`];
}

/** Parts of an output for what people want. Calls by path come where what they need is there. */
export function partsFor(purpose: Purpose, { manifest }: Repository): readonly Part[] {
  const paths: readonly Part[] = typeof manifest === "object" && dependsOn(manifest, "openapi-fetch") ? ["paths"] : [];
  switch (purpose) {
    case "types":
      return ["types"];
    case "client":
      return ["types", "validators", "client", ...paths];
    case "server":
      return ["types", "validators", "server"];
    case "both":
      return ["types", "validators", "client", ...paths, "server"];
    default:
      throw new Error(`no purpose: ${String(purpose satisfies never)}`);
  }
}

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** Words of a file's name that say nothing of the API. */
const unsaying = /^(?:openapi|swagger|api|apis|spec|specification|schema|description|docs?|index|main|root|v?\d+|bundled?|ya?ml|json)$/;

/** A short name for an API, of small letters, digits and dashes: from its title, else from its file or host. */
export function shortNameOf(input: string, description: Pick<FoundDescription, "title"> | undefined): string {
  const place = isUrl(input) ? new URL(input).hostname.replace(/^(?:www|api|docs)\.|\.\w+$/g, "") : basename(posixPath(input));
  const titled = slugOf(description?.title ?? "");
  if (titled !== "") return titled;
  const named = slugOf(place);
  return named === "" ? "api" : named;
}

function slugOf(text: string): string {
  const words = text
    .slice(0, 200)
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !unsaying.test(word));
  const slug = words.slice(0, 3).join("-").slice(0, 40).replace(/-$/, "");
  return /^[a-z]/.test(slug) ? slug : "";
}

/**
 * A folder for generated files, relative to the project: one that is not there, is empty, or is an output of ours already; beside what another
 * generator makes of the same description, where there is such. `input`: a path relative to the project, or a URL.
 */
export async function proposeOutput(
  io: Io,
  { folder, hasSources, generators }: Repository,
  { name, input }: { readonly name: string; readonly input: string },
): Promise<string> {
  const usable = generators.filter(
    ({ output }) => output !== undefined && /^(?:\.\/)?[\w@][\w@./-]*$/.test(output) && !output.includes(".."),
  );
  const other =
    usable.find((each) => each.input !== undefined && posix.normalize(posixPath(each.input)) === posix.normalize(input)) ?? usable[0];
  const beside = other?.output === undefined ? undefined : posix.normalize(dirname(posixPath(other.output)));
  const base = hasSources ? "src" : "generated";
  const candidates = [
    ...(beside === undefined || beside === "." ? [] : [`${beside}/${name}`]),
    `${base}/${name}`,
    `${base}/${name}-api`,
    ...(base === "src" ? [`src/generated/${name}`] : []),
  ];
  return (await firstFree(io, folder, candidates, "sundial.json")) ?? `generated/${name}`;
}

/** A folder for handlers, likewise. */
export async function proposeHandlers(io: Io, { folder, hasSources }: Repository, name: string): Promise<string> {
  const base = hasSources ? "src/" : "";
  return (await firstFree(io, folder, [`${base}handlers`, `${base}${name}-handlers`], undefined)) ?? `${base}${name}-api-handlers`;
}

async function firstFree(io: Io, folder: string, candidates: readonly string[], ours: string | undefined): Promise<string | undefined> {
  for (const candidate of candidates) {
    const names = (await entriesOf(join(folder, candidate), io)).map(({ name }) => name);
    const isFile = (await entriesOf(dirname(join(folder, candidate)), io)).some(
      ({ name, kind }) => name === basename(candidate) && kind !== "directory",
    );
    if (!isFile && (names.length === 0 || (ours !== undefined && names.includes(ours)))) return candidate;
  }
  return undefined;
}

/** Where an editor finds the schema of a configuration in a folder: where the package is, or will be. */
export async function schemaPlace(io: Io, { folder, root }: Pick<Repository, "folder" | "root">): Promise<string> {
  const file = "node_modules/openapi-sundial/schema/config.schema.json";
  for (let at = folder, up = "./"; ; at = dirname(at), up = up === "./" ? "../" : `${up}../`) {
    if ((await io.realPath(join(at, file))) !== undefined) return `${up}${file}`;
    if (at === root || dirname(at) === at) return `./${file}`;
  }
}
