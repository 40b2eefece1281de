/** What tells that a server may have sent half of a description, where it says no length: a text that broke off at the end of a line reads as if it were whole. */
import { join } from "node:path";
import { EVENT_ID, YAMLException } from "js-yaml";
import type { ApiTarget } from "../config/config.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import type { PlacedFile } from "../output/pinned-layout.js";
import { listedIn } from "../output/pinned-lock.js";
import type { PinnedState } from "../output/pinned-state.js";
import type { ReadFile } from "../source/source-file.js";
import { readYamlEvents } from "../source/yaml-events.js";

/** References lead to nothing that led somewhere before. */
export function lostReferences(
  target: ApiTarget,
  [before, now]: readonly [readonly Diagnostic[], readonly Diagnostic[]],
  sources: readonly ReadFile[],
): Diagnostic | undefined {
  const dangling = (found: readonly Diagnostic[]): readonly string[] =>
    found.flatMap(({ code, message }) => (code === "ref-not-found" ? (/^"(.*?)" /.exec(message)?.[1] ?? []) : []));
  const known = new Set(dangling(before));
  const lost = dangling(now).filter((reference) => !known.has(reference) && sources.some(({ text }) => refersTo(text, reference)));
  const [first] = lost;
  if (first === undefined) return undefined;
  const more = new Set(lost).size - 1;
  const what = `${JSON.stringify(first)}${more === 0 ? "" : ` and ${String(more)} more references`}`;
  return halfSent(target, `${what} led somewhere before, and to nothing now`);
}

/** A file of YAML ends at a key without a value, and the one that it is to take the place of does not. */
export async function brokenOff(
  target: ApiTarget,
  files: readonly PlacedFile[],
  { root, lock }: PinnedState,
  io: Io,
): Promise<Diagnostic | undefined> {
  const listed = listedIn(lock);
  for (const file of files) {
    const { path, text, url } = file;
    const end = openEnd(text);
    if (end === undefined) continue;
    const old = await textOrNothing(join(root, listed(file)?.path ?? path), io);
    if (old === undefined || openEnd(old) === undefined)
      return halfSent(target, `${url} ends with ${JSON.stringify(end)}, which has no value`);
  }
  return undefined;
}

function halfSent({ label, remote }: ApiTarget, why: string): Diagnostic {
  return diagnostic("pull-refused", `What the server sent for ${label} may be half of it: ${why}; the snapshot stays as it is.`, {
    ...(remote === undefined ? {} : { at: remote.at }),
    hint: "Run the command again. Where the description is meant to be so, `sundial pull --force` takes it over.",
  });
}

/** Whether a text has a reference, and not only one that goes on. */
function refersTo(text: string, reference: string): boolean {
  return text
    .split(reference)
    .slice(1)
    .some((rest) => !/^[\w.~/%-]/.test(rest));
}

/** The last line of YAML that says nothing of what it announces: `responses:`, `-`, `description: |`. */
export function openEnd(text: string): string | undefined {
  const last = text
    .slice(-longestEnd)
    .split(/\r?\n/)
    .findLast((line) => /^\s*[^\s#]/.test(line))
    ?.trim()
    .replace(/\s+#.*$/, "");
  // What ends so may also be words in a text: only then is all of it taken apart.
  if (last === undefined || !/[:\-|>+\d]$/.test(last)) return undefined;
  try {
    const { events, source } = readYamlEvents(text);
    const end = events.findLast(({ type }) => type !== EVENT_ID.POP);
    const isOpen = end?.type === EVENT_ID.SCALAR && source.slice(end.valueStart, end.valueEnd).trim() === "";
    return isOpen ? last.slice(0, longestShown) : undefined;
  } catch (error) {
    if (error instanceof YAMLException) return undefined; // JSON with its extras, or what is refused elsewhere
    throw error;
  }
}

/** Units of UTF-16 at the end of a text that its last line is looked for in. */
const longestEnd = 10_000;
const longestShown = 60;

async function textOrNothing(path: string, io: Io): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await io.read(path));
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
