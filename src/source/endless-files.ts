import { dirname, join } from "node:path";
import { errorCode, type Io } from "../io.js";

/** Bytes of a file that a person writes for a tool: a package.json, a configuration. */
export const MAX_SETTINGS_BYTES = 10 * 1024 * 1024;

/**
 * Why a file is not to be read by whoever reads without limits, such as Node itself: as a clause; undefined where it is a plain file of some size, or
 * is not there.
 */
export async function whyEndless(io: Io, file: string): Promise<string | undefined> {
  try {
    await io.read(file, { most: MAX_SETTINGS_BYTES });
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return whyRefused(code);
  }
}

/** Why a file that is there is not read, as a clause; undefined for any other answer of a disk. */
export function whyRefused(code: string | undefined): string | undefined {
  if (code === "EFBIG") return "it is too large";
  return code === "ENOTSUP" || code === "ENXIO" ? "it is no file: a device or a pipe may have no end" : undefined;
}

/** The package.json of a folder and of all above it, as Node looks for them, from within. Absolute. */
export function packagesAbove(folder: string): readonly string[] {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    found.push(join(at, "package.json"));
    if (dirname(at) === at) return found;
  }
}

/** The first of some files that Node would read without an end. */
export async function firstEndless(io: Io, files: Iterable<string>): Promise<{ readonly file: string; readonly why: string } | undefined> {
  for (const file of new Set(files)) {
    const why = await whyEndless(io, file);
    if (why !== undefined) return { file, why };
  }
  return undefined;
}
