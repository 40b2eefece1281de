import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { redact } from "../diagnostic/redact.js";
import type { Io } from "../io.js";
import { nearestProject } from "../source/project-folder.js";

/** Where a description is, and how generated files name it. */
export interface NamedInput {
  readonly input: string;
  readonly source: string;
}

/** Where an input is, and how generated files name it: relative to `folder`, or its URL without credentials and query. */
export function namedInput(input: string, folder: string): NamedInput {
  if (input === "-") return { input, source: "standard input" };
  if (/^https?:\/\//i.test(input)) {
    if (!URL.canParse(input)) return { input, source: redact(input) };
    const { origin, pathname } = new URL(input);
    return { input, source: redact(origin + pathname) };
  }
  const path = /^file:\/\//i.test(input) && URL.canParse(input) ? fileURLToPath(input) : resolve(folder, input);
  return { input: path, source: relative(folder, path).split(sep).join("/") };
}

/**
 * The same for an input outside a configuration. What is generated must not depend on the current folder, so it is named as the configuration of
 * its project would name it: from the nearest package or repository, without one by its file name alone.
 */
export async function inputOfFlag(input: string, cwd: string, io: Io): Promise<NamedInput> {
  const named = namedInput(input, cwd);
  if (named.input === "-" || /^https?:/i.test(named.input)) return named;
  const folder = dirname(named.input);
  return namedInput(named.input, (await nearestProject(folder, io)) ?? folder);
}
