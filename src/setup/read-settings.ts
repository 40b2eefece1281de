import { sep } from "node:path";
import { errorCode, type Io } from "../io.js";
import { isRecord } from "../project/project-setup.js";
import { MAX_SETTINGS_BYTES } from "../source/endless-files.js";

/** The text of a file that a person wrote for a tool, exactly as it is, with its byte order mark; undefined where it is not there, or is no text of UTF-8. */
export async function readSettings(io: Io, path: string, most = MAX_SETTINGS_BYTES): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await io.read(path, { most }));
  } catch (error) {
    // A decoder throws a TypeError with a code of its own.
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** A text as JSON and TypeScript both read it, in which every character shows. */
export function quoted(text: string): string {
  const escaped = (character: string): string =>
    Array.from({ length: character.length }, (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`).join("");
  return JSON.stringify(text).replace(/[\p{Cf}\u007f-\u009f\u2028\u2029]/gu, escaped);
}

/** The object that a text of JSON is, as a package.json; undefined where it is none. */
export function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A path of this system with forward slashes: elsewhere than on Windows, a backslash is part of a name. */
export function posixPath(path: string): string {
  return path.split(sep).join("/");
}
