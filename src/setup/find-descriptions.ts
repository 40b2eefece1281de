import { basename, join, relative } from "node:path";
import type { Io } from "../io.js";
import { walkFolders } from "../project/walk-folders.js";
import { posixPath, readSettings } from "./read-settings.js";

/** A file that begins as a description does. */
export interface FoundDescription {
  /** Relative to the folder that was asked about, with forward slashes. */
  readonly path: string;
  /** "3.1.0", or "2.0" of Swagger. */
  readonly version: string;
  readonly title: string | undefined;
}

/** Folders and files that are looked at, levels below the first folder, and bytes of one file and of all. */
const limits = { folders: 2_000, files: 300, depth: 6, fileBytes: 16 * 1024 * 1024, allBytes: 256 * 1024 * 1024 } as const;

/** Folders in which descriptions are for tests. */
const forTests = /(?:^|\/)(?:tests?|__tests__|specs?-fixtures|fixtures?|__fixtures__|mocks?|__mocks__|examples?|e2e)\//;

/** Files of tools, which may say "openapi" for something else. */
const ofTools = /^(?:package(?:-lock)?|npm-shrinkwrap|[jt]sconfig.*|composer|deno|nx|project|turbo|sundial)\.json$|-lock\.ya?ml$/;

/**
 * The descriptions in a folder and below it. Files whose names say what they are come first, then others in order of their paths. Those of tests
 * are left out where there are others.
 */
export async function findDescriptions(io: Io, folder: string): Promise<readonly FoundDescription[]> {
  const candidates = (await listCandidates(io, folder)).sort((a, b) => rankOf(a) - rankOf(b));
  const found: FoundDescription[] = [];
  let bytes = 0;
  for (const path of candidates.slice(0, limits.files)) {
    if (bytes > limits.allBytes) break;
    const text = await readSettings(io, join(folder, path), limits.fileBytes).catch(() => undefined);
    bytes += text?.length ?? 0;
    const description = text === undefined ? undefined : recognise(text);
    if (description !== undefined) found.push({ path, ...description });
  }
  const own = found.filter(({ path }) => !forTests.test(path));
  return own.length > 0 ? own : found;
}

/** What a text says that it is, if it is a description. */
export function recognise(text: string): Omit<FoundDescription, "path"> | undefined {
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  return body.trimStart().startsWith("{") ? recogniseJson(body) : recogniseYaml(body);
}

const versionPattern = /^(?:2\.0|3\.[0-9](?:\.\d+)?)$/;

function recogniseJson(text: string): Omit<FoundDescription, "path"> | undefined {
  // Most JSON is something else: not parsed.
  if (!/"(?:openapi|swagger)"\s*:/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // YAML of braces, or a mistake that `generate` tells of.
    return recogniseYaml(text);
  }
  const { openapi, swagger, info } = Object(value) as Readonly<Record<string, unknown>>;
  const version = openapi ?? swagger;
  if (typeof version !== "string" || !versionPattern.test(version)) return undefined;
  const { title } = Object(info) as Readonly<Record<string, unknown>>;
  return { version, title: typeof title === "string" ? title : undefined };
}

/** By its lines: to parse thousands of YAML files would take long, and most are of other tools. */
function recogniseYaml(head: string): Omit<FoundDescription, "path"> | undefined {
  const version = /^["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?([\d.]+)["']?[ \t]*(?:#.*)?\r?$/m.exec(head)?.[1];
  if (version === undefined || !versionPattern.test(version)) return undefined;
  const title = titleOf(head.split(/\r?\n/));
  const plain = title?.replace(/^(["'])(.*)\1$/, "$2").replace(/^[|>].*$/, "");
  return { version, title: plain === "" ? undefined : plain };
}

/** The title in the lines of a description: of `info` in a block, or in braces on one line. */
function titleOf(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => keyOf(line) === "info");
  if (start === -1) return undefined;
  const rest = afterKey(lines[start] ?? "");
  if (rest.startsWith("{")) return valueOf(rest.slice(1).split(/[,{}]/), "title");
  const end = lines.findIndex((line, index) => index > start && !/^(?:[ \t]|$)/.test(line));
  return rest === "" ? valueOf(lines.slice(start + 1, end === -1 ? undefined : end), "title") : undefined;
}

function valueOf(members: readonly string[], key: string): string | undefined {
  const member = members.map((each) => each.trim()).find((each) => keyOf(each) === key);
  return member === undefined ? undefined : afterKey(member);
}

/** What stands before the first colon of a line; undefined where there is none. */
function keyOf(line: string): string | undefined {
  const colon = line.indexOf(":");
  return colon === -1 ? undefined : line.slice(0, colon).trimEnd();
}

function afterKey(line: string): string {
  return line.slice(line.indexOf(":") + 1).trim();
}

async function listCandidates(io: Io, folder: string): Promise<string[]> {
  const found: string[] = [];
  await walkFolders(io, folder, limits, (at, entries) => {
    for (const { name, kind } of entries)
      if ((kind === "file" || kind === "symlink") && /\.(?:ya?ml|json)$/i.test(name) && !name.startsWith(".") && !ofTools.test(name))
        found.push(posixPath(relative(folder, join(at, name))));
    return true;
  });
  return found;
}

/** What is looked at first, where there are more files than are looked at. */
function rankOf(path: string): number {
  const isNamed = /(?:^|[.\-_])(?:openapi|swagger)(?:[.\-_]|$)/i.test(basename(path).replace(/\.\w+$/, ""));
  const isPlaced = /(?:^|\/)(?:specs?|apis?|docs?|openapi|swagger|schemas?|contracts?)\//i.test(path);
  return (forTests.test(path) ? 4 : 0) + (isNamed ? 0 : isPlaced ? 1 : 2);
}
