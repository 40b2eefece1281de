import { isDeepStrictEqual } from "node:util";
import { dependencyLists, isRecord } from "../project/project-setup.js";
import { parseRecord, quoted } from "../setup/read-settings.js";
import { endOfValue, membersOf, skipBlank } from "../source/json-text.js";
import { isOlder } from "../version.js";
import { admits } from "./range-admits.js";

/** How a package.json asks for a package. */
export interface AskedRange {
  readonly list: (typeof dependencyLists)[number];
  readonly range: string;
  /** The range that asks for the version that runs, written as the one that is there; undefined where there is nothing to write. */
  readonly wanted: string | undefined;
  /** Whether the version that runs is in it; undefined where that is not known, as of what is no range of versions. */
  readonly admits: boolean | undefined;
  /** Whether a person has to see to it: what is written is no range of versions, or one that is not rewritten and the version is not in. */
  readonly byHand: boolean;
}

/** How a package.json asks for a package, by its parsed text; undefined where it does not. `version`: the one that runs. */
export function askedRange(content: Readonly<Record<string, unknown>>, name: string, version: string): AskedRange | undefined {
  for (const list of dependencyLists) {
    const listed = content[list];
    const range = isRecord(listed) && Object.hasOwn(listed, name) ? listed[name] : undefined;
    if (typeof range === "string") return { list, range, admits: admits(range.trim(), version), ...raised(range, version) };
  }
  return undefined;
}

/** A caret, a tilde or an exact version goes on to be one. A range that any version is in stays, and so does one that is newer. */
function raised(range: string, version: string): Pick<AskedRange, "wanted" | "byHand"> {
  const [, sign = "", written = ""] = /^([~^]|>=)?\s*v?(\d+\.\d+\.\d+(?:-[\w.-]+)?)$/.exec(range.trim()) ?? [];
  if (written !== "") return { wanted: isOlder(written, version) ? `${sign}${version}` : undefined, byHand: false };
  return { wanted: undefined, byHand: !/^(?:\*|latest|next|)$/.test(range.trim()) && admits(range.trim(), version) !== true };
}

/** The text of a package.json with another range of one package; all else stays as it is. Undefined where it cannot be done safely. */
export function withRange(text: string, { list }: Pick<AskedRange, "list">, name: string, range: string): string | undefined {
  const start = skipBlank(text, text.startsWith("\ufeff") ? 1 : 0);
  const before = parseRecord(text);
  const listed = before?.[list];
  if (before === undefined || !isRecord(listed)) return undefined;
  const outer = [...membersOf(text, start)].find((each) => each.name === list);
  const inner = outer && [...membersOf(text, outer.value)].find((each) => each.name === name);
  if (inner === undefined) return undefined;
  const after = text.slice(0, inner.value) + quoted(range) + text.slice(endOfValue(text, inner.value));
  // Whatever it looks like, it says what it said before, and this: a key may stand twice.
  return isDeepStrictEqual(parseRecord(after), { ...before, [list]: { ...listed, [name]: range } }) ? after : undefined;
}
