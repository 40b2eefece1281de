import { isRecord } from "../project/project-setup.js";

/** A key that has had another place in the configuration since a version. */
export interface MovedKey {
  /** The first version that reads the new place, and no longer the old one. */
  readonly since: string;
  /** What both places are below: each API, or the configuration as a whole. */
  readonly of: "api" | "configuration";
  readonly from: KeyPath;
  readonly to: KeyPath;
}

/** Names of members, from without. */
type KeyPath = readonly [string, ...string[]];

/**
 * Every key that ever moved, oldest first: one that moved twice is here twice. None has yet: all keys of 0.1.0 are where they first were. What is
 * listed is told where it is still written, and `sundial upgrade --write` moves it.
 */
export const movedKeys: readonly MovedKey[] = [];

/** A key that a configuration has at its old place. */
export interface FoundMove {
  readonly since: string;
  /** Paths from the root of the configuration. */
  readonly from: KeyPath;
  readonly to: KeyPath;
  /** Whether the new place has a value, too, so that a person has to say which one is meant. */
  readonly isTaken: boolean;
}

/** A configuration as written with each key at its new place, and what was moved; keys whose new place is taken stay. The value given is not changed. */
export function applyMoves(
  value: unknown,
  moves: readonly MovedKey[] = movedKeys,
): { readonly value: unknown; readonly found: readonly FoundMove[] } {
  const found: FoundMove[] = [];
  let moved = value;
  for (const move of moves) {
    for (const base of basesOf(moved, move)) {
      const [from, to]: readonly KeyPath[] = [below(base, move.from), below(base, move.to)];
      if (from === undefined || to === undefined || valueAt(moved, from) === undefined) continue;
      const isTaken = valueAt(moved, to) !== undefined || !canHold(moved, to);
      found.push({ since: move.since, from, to, isTaken });
      if (!isTaken) moved = withValue(without(moved, from), to, valueAt(moved, from));
    }
  }
  return { value: moved, found };
}

function below(base: readonly string[], [first, ...rest]: KeyPath): KeyPath {
  const [outer, ...inner] = base;
  return outer === undefined ? [first, ...rest] : [outer, ...inner, first, ...rest];
}

/** The paths of what a move is of. */
function basesOf(value: unknown, { of }: MovedKey): readonly (readonly string[])[] {
  if (of === "configuration" || !isRecord(value) || !isRecord(value["apis"])) return [[]];
  return Object.keys(value["apis"]).map((name) => ["apis", name]);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}

/** Whether what stands above a place is objects, or nothing. */
function canHold(value: unknown, path: KeyPath): boolean {
  return path.slice(0, -1).every((_, index) => {
    const above = valueAt(value, path.slice(0, index + 1));
    return above === undefined || isRecord(above);
  });
}

/** Objects that are left without a member go, too: an empty one may mean something. */
function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (!isRecord(value) || key === undefined) return value;
  const others = Object.entries(value).filter(([name]) => name !== key);
  const [next] = rest;
  const left = next === undefined ? undefined : without(value[key], rest);
  const isEmpty = left === undefined || (isRecord(left) && Object.keys(left).length === 0);
  return Object.fromEntries(isEmpty ? others : Object.entries(value).map(([name, each]) => [name, name === key ? left : each]));
}

function withValue(value: unknown, [key, ...rest]: readonly string[], member: unknown): unknown {
  if (key === undefined) return member;
  const record = isRecord(value) ? value : {};
  return { ...record, [key]: withValue(record[key], rest, member) };
}

/** What is said of a key at its old place, by that place: its names, parted by a character that is in none. */
export function movedHints(value: unknown, moves: readonly MovedKey[] = movedKeys): ReadonlyMap<string, string> {
  return new Map(
    applyMoves(value, moves).found.map(({ from, to, since, isTaken }) => {
      const how = isTaken ? "It is there, too: remove one of the two." : "`sundial upgrade --write` moves it.";
      return [from.join("\0"), `It is \`${to.join(".")}\` since version ${since}. ${how}`];
    }),
  );
}
