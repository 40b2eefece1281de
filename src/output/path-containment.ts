import { parse } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { isBelow } from "../source/uri.js";
import { manifestName } from "./manifest.js";
import { realPlace } from "../source/real-place.js";

/** Our own files in an output folder while a run lasts. */
export const stageName = ".sundial-stage";
export const journalName = ".sundial-journal.json";
export const lockName = ".sundial-lock";

/** Whether a path with forward slashes stays inside the folder it is relative to, whatever the operating system makes of it. */
export function isContained(path: string): boolean {
  // `..Pet.ts` is a legal name; `..` as a segment is not. A colon is a drive or a stream on Windows.
  return (
    path !== "" &&
    !/[\\:\u0000-\u001f]/.test(path) &&
    path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..") &&
    !path.startsWith(".sundial-")
  );
}

/**
 * Why a folder may not be an output, if it may not: the root, a home folder, a project's own folder, or a folder above the
 * one we are in. A folder that holds our manifest was agreed to before.
 */
export async function refuseOutput(io: Io, folder: string): Promise<Diagnostic | undefined> {
  const real = await realPlace(io, folder);
  const refuse = (why: string): Diagnostic => refused(folder, why);
  if (parse(real).root === real) return refuse("it is the root of the file system");
  if (io.home !== undefined && real === (await realPlace(io, io.home))) return refuse("it is a home folder");
  const names = await entryNames(io, real);
  if (typeof names === "string") return refuse(whyUnreadable(names));
  if (names.has(manifestName)) return undefined;
  const project = [".git", "package.json"].find((name) => names.has(name));
  if (project !== undefined) return refuse(`it holds ${project}, so it is a project's own folder`);
  if (isBelow(real, await realPlace(io, io.cwd))) return refuse("the current folder is inside it");
  return undefined;
}

/** Why a folder cannot even be looked at, if it cannot; one that does not exist can. */
export async function unreadableOutput(io: Io, folder: string): Promise<Diagnostic | undefined> {
  const names = await entryNames(io, await realPlace(io, folder));
  return typeof names === "string" ? refused(folder, whyUnreadable(names)) : undefined;
}

function refused(folder: string, why: string): Diagnostic {
  return diagnostic("output-refused", `${folder} cannot be an output folder: ${why}.`, {
    hint: "Name a folder of its own for generated files, such as generated/petstore.",
  });
}

function whyUnreadable(code: string): string {
  return obstacles.get(code) ?? `it cannot be read (${code})`;
}

const obstacles: ReadonlyMap<string, string> = new Map([
  ["ENOTDIR", "it, or a part of its path, is not a folder"],
  ["ELOOP", "it, or a part of its path, is a symbolic link that leads back to itself"],
  ["ENAMETOOLONG", "its name is too long"],
  ["EACCES", "it cannot be read: permission denied"],
  ["ERR_INVALID_ARG_VALUE", "it is no path"],
]);

/** Names in a folder, none when it does not exist; the code of the system's error when it cannot be read. */
async function entryNames(io: Io, folder: string): Promise<ReadonlySet<string> | string> {
  try {
    return new Set((await io.list(folder)).map((entry) => entry.name));
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code;
  }
}
