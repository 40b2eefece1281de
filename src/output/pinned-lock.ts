import type { Json } from "../source/source-file.js";
import { isContained } from "./path-containment.js";

/** What a lock says of a snapshot: what its files are copies of, and as what they were written. */
export interface PinnedLock {
  /** The URL as the configuration had it, without secrets. */
  readonly url: string;
  /** The root first, then by path. Paths are relative to the folder of the snapshot, with forward slashes. */
  readonly files: readonly PinnedFile[];
}

export interface PinnedFile {
  readonly path: string;
  /** Without secrets. */
  readonly url: string;
  /** Where a redirect led, without query; absent where none did. */
  readonly from?: string;
  /** `contentHash`. */
  readonly sha256: string;
  /** What the server calls this state of the file, sent back to ask whether it has another. */
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Says what kind of lock it is, and which form it has. */
const kind = "sundial-snapshot-1";

/** The lock of a snapshot is beside it, and has its name. */
export function lockPathOf(snapshot: string): string {
  return `${snapshot}.lock.json`;
}

/** The text of a lock: nothing in it changes while the files stay as they are, and each file has lines of its own. */
export function printPinnedLock({ url, files }: PinnedLock): string {
  const listed = Object.fromEntries(files.map(({ path, ...file }) => [path, file]));
  return `${JSON.stringify({ lock: kind, url, files: listed }, undefined, 2)}\n`;
}

/** The lock that a text holds, or a sentence's end that says why it holds none. A lock is input like any other: paths that lead out are refused. */
export function parsePinnedLock(text: string): PinnedLock | string {
  if (/^(?:[<>|]{7}(?: |\r?$)|={7}\r?$)/m.test(text)) return "it holds the marks of a merge conflict";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (!isRecord(value) || typeof value["lock"] !== "string" || !value["lock"].startsWith("sundial-snapshot-"))
    return "it is not the lock of a snapshot";
  if (value["lock"] !== kind) return "it was written by another version of sundial";
  const { url, files: listed } = value;
  if (typeof url !== "string" || !URL.canParse(url) || !isRecord(listed)) return "it does not say of what the files are copies";
  const files: PinnedFile[] = [];
  for (const [path, each] of Object.entries(listed)) {
    if (!isContained(path)) return `it lists ${JSON.stringify(path)}, which is not a path in the folder of the snapshot`;
    const file = isRecord(each) ? fileOf(path, each) : undefined;
    if (file === undefined) return `what it says of ${JSON.stringify(path)} is not complete`;
    files.push(file);
  }
  return files.length === 0 ? "it lists no file" : { url, files };
}

/** What a lock says of a file: by its path, else, where that is another now, by its URL. */
export function listedIn(lock: PinnedLock | undefined): (file: Pick<PinnedFile, "path" | "url">) => PinnedFile | undefined {
  const byPath = new Map(lock?.files.map((file) => [file.path, file]));
  const byUrl = new Map(lock?.files.map((file) => [file.url, file]));
  return ({ path, url }) => byPath.get(path) ?? byUrl.get(url);
}

function fileOf(path: string, { url, from, sha256, etag, lastModified }: Readonly<Record<string, unknown>>): PinnedFile | undefined {
  if (typeof url !== "string" || typeof sha256 !== "string" || !URL.canParse(url)) return undefined;
  if (from !== undefined && (typeof from !== "string" || !URL.canParse(from))) return undefined;
  return {
    path,
    url,
    ...(from === undefined ? {} : { from }),
    sha256,
    ...(isFieldValue(etag) ? { etag } : {}),
    ...(isFieldValue(lastModified) ? { lastModified } : {}),
  };
}

/** Whether it can be sent back to the server. */
function isFieldValue(value: unknown): value is string {
  return typeof value === "string" && /^[\u0020-\u007e]{1,500}$/.test(value);
}

function isRecord(value: unknown): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
