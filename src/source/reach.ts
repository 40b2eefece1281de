import { dirname, parse, relative, sep } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { SourceFile } from "./source-file.js";
import { nameOf, pathOf } from "./uri.js";

/**
 * Why a description may not read a file that it refers to, if it may not. A description is someone else's text: one on disk
 * reads files of the project (below the current folder) and its neighbours (below the folder above its own), none of them with
 * settings and secrets (`.npmrc`, `.git/config`) or of installed packages, and never the network; one from the network reads its own origin, and never the disk. Symlinks count as what they lead to.
 */
export async function refuseReference(root: string, uri: string, io: Io): Promise<Diagnostic | undefined> {
  const refuse = (what: string, hint: string): Diagnostic =>
    diagnostic("ref-outside", `The description refers to ${nameOf(uri, io.cwd)}, ${what}.`, { hint });
  if (!root.startsWith("file:")) {
    const own = root.startsWith("http") ? new URL(root).origin : undefined;
    if (own !== undefined && uri.startsWith("http") && new URL(uri).origin === own) return undefined;
    return refuse(
      own === undefined ? "and standard input has no place of its own to read from" : `and one from ${own} may only refer to files there`,
      "Download the files, and generate from the copy.",
    );
  }
  const path = pathOf(uri);
  if (path === undefined) return refuse("which is on the network", "Download it beside the description, and refer to the copy.");
  const target = (await io.realPath(path)) ?? path;
  const rootPath = pathOf(root) ?? io.cwd;
  const realRoot = (await io.realPath(rootPath)) ?? rootPath;
  let kept: string | undefined;
  for (const folder of [dirname(realRoot), io.cwd, folderAbove(rootPath), folderAbove(realRoot)]) {
    const real = (await io.realPath(folder)) ?? folder;
    if (!isBelow(real, target)) continue;
    kept = privatePart(relative(real, target));
    if (kept === undefined) return undefined;
  }
  if (kept !== undefined)
    return refuse(
      `and no file of ${JSON.stringify(kept)} is read for one`,
      "Files and folders whose names begin with a dot, and installed packages, are no part of a description. Copy the file beside it.",
    );
  return refuse("which is outside the project", "Run sundial in a folder that holds both, or copy the file beside the description.");
}

/** The folder above a file's own; its own where that one is the root of the file system, below which is everything. */
function folderAbove(path: string): string {
  const above = dirname(dirname(path));
  return above === parse(above).root ? dirname(path) : above;
}

/** What reading a file that is referred to may tell: nothing of one that turns out to be none of a description. */
export function withoutContent({ value, diagnostics }: Outcome<SourceFile>): Outcome<SourceFile> {
  // A list of settings without an equal sign or a colon is a text to YAML.
  if (value !== undefined && typeof value.value !== "object" && typeof value.value !== "boolean")
    return {
      value: undefined,
      diagnostics: [diagnostic("ref-kind", `${value.name} is no part of a description: it holds a single value.`)],
    };
  if (value !== undefined) return { value, diagnostics };
  return { value, diagnostics: diagnostics.map((each) => (each.at === undefined ? each : unquoted(each))) };
}

/** Text that no one knows to be of a description is not repeated: whoever wrote the reference would read through us what only we can reach. */
function unquoted(each: Diagnostic): Diagnostic {
  const { at } = each;
  return diagnostic(each.code, "The file that is referred to is not well-formed here.", { at, severity: each.severity });
}

/** The first part of a path below a folder whose name says that it is not for others to read, or that it was installed. */
function privatePart(path: string): string | undefined {
  return path.split(sep).find((part) => part.startsWith(".") || part === "node_modules");
}

/** An `Io` that follows no redirect to another origin: what a description may not refer to it may not reach by a detour.
 * The credentials of its own URL, the input, are those of the files beside it. */
export function withinOrigin(io: Io, input: string): Io {
  const mayFollow = (url: string) => (next: string) => new URL(next).origin === new URL(url).origin;
  return { ...io, fetch: (url, init) => io.fetch(withUserInfo(url, input), { ...init, mayFollow: mayFollow(url) }) };
}

function withUserInfo(address: string, input: string): string {
  const url = new URL(address);
  const given = URL.canParse(input) ? new URL(input) : undefined;
  if (given?.origin !== url.origin || url.username !== "" || url.password !== "") return address;
  url.username = given.username;
  url.password = given.password;
  return url.href;
}

/** Whether a path is a folder or below it. Both absolute. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !/^([/\\]|[A-Za-z]:)/.test(way);
}
