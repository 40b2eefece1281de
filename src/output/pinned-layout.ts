import { basename } from "node:path";
import { secretReasonOf } from "../source/secret-files.js";
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
  /** An overlay of the configuration. It may be anywhere on the network, and no reference leads to it. */
  readonly isOverlay?: true;
}

/** Such a file and its place, relative to the folder of the snapshot. */
export interface PlacedFile extends FetchedFile {
  readonly path: string;
}

/**
 * A place for each file, the root's first. What is at or below the folder of the root's URL has the same way from the snapshot: relative references
 * hold for every tool. What is elsewhere goes to a folder of the snapshot's own, `vendor.yaml.files`, by the path of its URL, or by another name where
 * that is not safe for a file. The lock says of each file which URL it is. `folders`: those that `generate` writes, relative to the folder of the snapshot, and
 * may be removed with all that is in them. `isShared`: whether the snapshot lies where programs look for their own files, and a server must not choose names.
 */
export function layOut(
  snapshot: string,
  files: readonly FetchedFile[],
  folders: readonly string[] = [],
  isShared = false,
): readonly PlacedFile[] {
  const name = basename(snapshot);
  const taken = new Set([name, `${name}.lock.json`, `${name}.files`].map((each) => each.toLowerCase()));
  const [root, ...others] = files;
  if (root === undefined) return [];
  const base = new URL(".", root.from ?? root.url);
  const placed = others
    .toSorted((a, b) => (a.url < b.url ? -1 : 1))
    .map((file): PlacedFile => {
      const own = `${name}.files/`;
      const near = file.isOverlay === true || isShared ? undefined : wayFrom(base, file.url);
      const far = wayFrom(new URL("/", base), file.url);
      const places = [near, far === undefined ? undefined : own + far].filter((place) => place !== undefined);
      const path = places.find((place) => isFree(place, taken) && !isWithin(place, folders)) ?? own + safeName(file);
      for (const part of pathsTo(path)) taken.add(part.toLowerCase());
      return { ...file, path };
    });
  return [{ ...root, path: name }, ...placed.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
}

/** "a/b.yaml" and all folders on the way to it. */
function pathsTo(path: string): readonly string[] {
  return path.split("/").map((_, index, segments) => segments.slice(0, index + 1).join("/"));
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => `${path.toLowerCase()}/`.startsWith(`${folder.toLowerCase()}/`));
}

/** Whether a file can be there: on some systems capitals do not count, and a folder cannot have the name of a file. */
function isFree(path: string, taken: ReadonlySet<string>): boolean {
  const [own, ...above] = pathsTo(path).toReversed();
  // A folder that looks like a file may become one: another file of the same server may have its name.
  const isFileAbove = above.some((folder) => /\.(?:ya?ml|json)$/i.test(folder));
  return own !== undefined && !isFileAbove && !taken.has(own.toLowerCase());
}

const mostSegments = 10;

/** The way to a URL from a folder of the same server; undefined where it leads up, or is none that a file should have. */
function wayFrom(base: URL, address: string): string | undefined {
  const url = new URL(address);
  if (url.origin !== base.origin || url.search !== "" || !url.pathname.startsWith(base.pathname)) return undefined;
  const segments = url.pathname.slice(base.pathname.length).split("/").map(decoded);
  const last = segments.at(-1) ?? "";
  const isSafe = segments.length <= mostSegments && segments.every(isSafeSegment) && /\.(?:ya?ml|json)$/i.test(last) && !ofTools.test(last);
  return isSafe ? segments.join("/") : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether a name is harmless in every file system: no dot in front, nothing that a shell or Windows reads otherwise. */
function isSafeSegment(segment: string): boolean {
  return (
    segment.length <= 100 &&
    /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .+=,@~-]*[\p{L}\p{N}_])?$/u.test(segment) &&
    !reserved.test(segment) &&
    secretReasonOf(segment) === undefined
  );
}

/**
 * Names under which programs look for what they shall do: somebody else's server does not choose that. No list has them all, which is why nothing is
 * put where most of them look; these may be read in other folders, too.
 */
const ofTools =
  /^(?:package|package-lock|npm-shrinkwrap|deno|jsr|sundial|pnpm-\w+|docker-compose|compose|[tj]sconfig|lefthook|nodemon|taskfile|turbo|nx|lerna|vercel|now|netlify|wrangler|serverless|firebase|renovate|[\w-]+-pipelines|cloudbuild|buildspec|appveyor|codemagic|composer)(?:[.-]|$)|config\.(?:json|ya?ml)$|rc\.(?:json|ya?ml)$/i;

/** A name that is as the URL's as is safe, and that no other URL has. */
function safeName({ url, text }: FetchedFile): string {
  const last = decoded(new URL(url).pathname.split("/").at(-1) ?? "");
  const stem = last
    .replace(/\.[^.]*$/, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 40);
  const extension = /^\s*[[{]/.test(text) ? "json" : "yaml";
  return `${stem === "" ? "file" : stem}-${contentHash(url).slice(0, 12)}.${extension}`;
}
