import type { Json } from "../source/source-file.js";
import { contentHash } from "./content-hash.js";
import { isContained } from "./path-containment.js";

/** Name of the manifest in every output folder. */
export const manifestName = "sundial.json";

/** What made an output: enough to say whether it is current, which files are ours, and which of them were edited. */
export interface Manifest {
  /** Version of openapi-sundial. */
  readonly version: string;
  /** Every file of the description, root first: relative to the output folder with forward slashes, or a URL, or "stdin:". */
  readonly inputs: readonly ManifestInput[];
  readonly options: { readonly [name: string]: Json };
  /** Path relative to the output folder to `contentHash`. */
  readonly files: ReadonlyMap<string, string>;
}

export interface ManifestInput {
  readonly name: string;
  readonly hash: string;
}

/**
 * The text of a manifest: no dates, no absolute paths, one line per file so that merges stay small. The hashes of what a change to the
 * description changes stand side by side: the description's own, then those of the files that are made of it.
 *
 * `checksum` is of all the rest. An option that one branch changes and a file that another does are lines that git merges without a word,
 * though no run has made the two together: of the checksum each branch has a line of its own, and of what was merged none is right.
 */
export function printManifest({ version, options, inputs, files }: Manifest): string {
  const made = { sundial: version, options, inputs: Object.fromEntries(inputs.map(({ name, hash }) => [name, hash])) };
  const listed = Object.fromEntries(files);
  const checksum = contentHash(JSON.stringify({ ...made, files: listed }));
  return `${JSON.stringify({ ...made, checksum, files: listed }, undefined, 2)}\n`;
}

/** The manifest a text holds, or a sentence that says why it holds none. A manifest is input like any other: paths that lead out are refused. */
export function parseManifest(text: string): Manifest | string {
  if (/^<{7} /m.test(text)) return "it holds the marks of a merge conflict";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (!isRecord(value)) return "it is not an object";
  const { sundial, inputs, options, files } = value;
  if (typeof sundial !== "string") return "it does not say which version made it";
  if (!isHashes(inputs) || !isHashes(files)) return "its inputs or files are not pairs of a name and a hash";
  if (!isRecord(options)) return "its options are not an object";
  const outside = Object.keys(files).find((path) => !isContained(path));
  if (outside !== undefined) return `it lists ${JSON.stringify(outside)}, which is not a path inside the folder`;
  return {
    version: sundial,
    inputs: Object.entries(inputs).map(([name, hash]) => ({ name, hash })),
    options: options as Manifest["options"], // parsed by JSON.parse above
    files: new Map(Object.entries(files)),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHashes(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === "string");
}
