import { basename } from "node:path";
import { contentHash } from "./content-hash.js";

/** A file of a description, as it was fetched. */
export interface FetchedFile {
  /** What was asked for, without secrets. */
  readonly url: string;
  /** Where a redirect led, without query; undefined where none did. */
  readonly from: string | undefined;
  readonly text: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

/** Such a file and its place, relative to the folder of the snapshot. */
export interface PlacedFile extends FetchedFile {
  readonly path: string;
}

/**
 * A place for each file, the root's first. All others go to a folder of the snapshot's own, `vendor.yaml.files`, and none has the name that the server gave
 * it: programs look by name for files that tell them what to run, in any folder. The lock says of each which URL it is. What two descriptions or overlays
 * refer to is one file, the first: it was asked for with headers.
 */
export function layOut(snapshot: string, files: readonly FetchedFile[]): readonly PlacedFile[] {
  const name = basename(snapshot);
  const known = new Map<string, PlacedFile>();
  for (const file of files)
    if (!known.has(file.url)) known.set(file.url, { ...file, path: known.size === 0 ? name : `${filesFolderOf(name)}/${safeName(file)}` });
  const [root, ...others] = known.values();
  return root === undefined ? [] : [root, ...others.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
}

/** The folder of what a snapshot refers to. */
export function filesFolderOf(snapshot: string): string {
  return `${snapshot}.files`;
}

/** A name by which a reader knows the URL, and that no other URL has, nor a program looks for: neither its beginning nor its end is the server's. */
function safeName({ url, text }: FetchedFile): string {
  const last = decoded(new URL(url).pathname.split("/").at(-1) ?? "");
  const stem = last
    .replace(/\.[^.]*$/, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 40);
  const extension = /^\s*[[{]/.test(text) ? "json" : "yaml";
  return `part-${stem === "" ? "" : `${stem}-`}${contentHash(url).slice(0, 12)}.${extension}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
