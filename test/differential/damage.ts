import type { Dice } from "../support/dice.js";

/** Damage to a description, as careless editing and other programs do it. */

type Member = { readonly holder: Record<string, unknown> | unknown[]; readonly key: string | number };

/** A copy of a description with some of its members changed or gone. */
export function damaged(description: unknown, changes: number, dice: Dice): unknown {
  const copy: unknown = structuredClone(description);
  for (let change = 0; change < changes; change += 1) {
    const all = membersOf(copy);
    const member = all[dice.below(all.length)];
    if (member !== undefined) damage(member, dice);
  }
  return copy;
}

/** All members but the one that says which version it is. */
function membersOf(value: unknown, out: Member[] = []): readonly Member[] {
  if (Array.isArray(value)) {
    value.forEach((item, key) => {
      out.push({ holder: value as unknown[], key });
      membersOf(item, out);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (key === "openapi" || key === "swagger") continue;
      out.push({ holder: value as Record<string, unknown>, key });
      membersOf(member, out);
    }
  }
  return out;
}

const others = [
  null,
  true,
  false,
  0,
  -3,
  1.5,
  "",
  "x",
  "true",
  "12",
  "string",
  "#/components/schemas/None",
  [],
  {},
  [{}],
  ["a", 1],
  { a: 1 },
];

function damage({ holder, key }: Member, dice: Dice): void {
  const at = holder as Record<string | number, unknown>; // a list has its items by index
  const before = at[key];
  const kind = dice.below(7);
  if (kind === 0) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  } else if (kind === 1) at[key] = [before];
  else if (kind === 2 && Array.isArray(before)) at[key] = before[0] ?? null;
  else if (kind === 3 && typeof before === "object" && before !== null) at[key] = Object.values(before);
  else if (kind === 4 && !Array.isArray(holder)) renamed(holder, String(key), dice);
  else if (kind === 5 && typeof before === "string") at[key] = misspelt(before, dice);
  else at[key] = structuredClone(others[dice.below(others.length)]);
}

function renamed(holder: Record<string, unknown>, key: string, dice: Dice): void {
  const members = Object.entries(holder).map(([name, value]) => [name === key ? misspelt(name, dice) : name, value] as const);
  for (const name of Object.keys(holder)) Reflect.deleteProperty(holder, name);
  for (const [name, value] of members) holder[name] = value;
}

function misspelt(word: string, dice: Dice): string {
  const at = dice.below(word.length + 1);
  return dice.chance(0.3) ? word.toUpperCase() : word.slice(0, at) + dice.of("", "x", "/", "%", " ", "#") + word.slice(at + 1);
}
