import type { ArgsDef } from "citty";

/**
 * The arguments with short flags as long ones: `-c FILE`, `-c=FILE`, and several behind one dash. What is no flag of the command stays as
 * it is.
 */
export function longFlags(argv: readonly string[], flags: ArgsDef): readonly string[] {
  const byLetter = new Map<string, string>();
  for (const [name, flag] of Object.entries(flags)) if ("alias" in flag && typeof flag.alias === "string") byLetter.set(flag.alias, name);
  const end = argv.indexOf("--");
  const rest = end === -1 ? [] : argv.slice(end);
  const before = end === -1 ? argv : argv.slice(0, end);
  return [...before.flatMap((word) => longFlag(word, byLetter)), ...rest];
}

function longFlag(word: string, byLetter: ReadonlyMap<string, string>): readonly string[] {
  const [, letters, value = ""] = /^-([A-Za-z]+)(=.*)?$/s.exec(word) ?? [];
  if (letters === undefined) return [word];
  return Array.from(letters, (letter, index) => {
    const name = byLetter.get(letter);
    return `${name === undefined ? `-${letter}` : `--${name}`}${index === letters.length - 1 ? value : ""}`;
  });
}

/** The flags without their letters, which `longFlags` has read. */
export function withoutLetters<Flags extends ArgsDef>(flags: Flags): Flags {
  const plain = Object.entries(flags).map(([name, flag]) => [name, { ...flag, alias: undefined }] as const);
  return Object.fromEntries(plain) as unknown as Flags; // the same flags
}
