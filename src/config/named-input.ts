import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { redact } from "../diagnostic/redact.js";

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

/** The same for an input outside a configuration: its file name alone, as what is generated must not depend on the current folder. */
export function inputOfFlag(input: string, cwd: string): NamedInput {
  const named = namedInput(input, cwd);
  return named.input === "-" || /^https?:/i.test(named.input) ? named : namedInput(named.input, dirname(named.input));
}
