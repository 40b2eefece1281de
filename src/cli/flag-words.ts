import type { ArgsDef } from "citty";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { longFlags } from "./short-flags.js";

/** What a value of a flag is, where it may be several with commas between them. */
const lists: ReadonlySet<string> = new Set(["WORDS", "FILES", "PATHS", "PARTS"]);

/**
 * The arguments, in which each flag stands once, with a value where it takes one. A flag for several values may be given again: its values are
 * put together. Of any other flag citty takes the last value, and `--no-x` of whatever flag is false to it: both are mistakes here. Short flags are long.
 */
export function eachFlagOnce(written: readonly string[], flags: ArgsDef, diagnostics: Diagnostic[]): string[] {
  const argv = longFlags(written, flags);
  const out: string[] = [];
  const places = new Map<string, number>();
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? "";
    if (argument === "--") return [...out, ...argv.slice(index)];
    const { name, negated, inline } = flagOf(argument, flags);
    const flag = flags[name];
    if (flag === undefined) {
      out.push(argument);
      continue;
    }
    if (negated && flag.type !== "boolean") {
      diagnostics.push(diagnostic("usage", `--no-${name} is not a flag: --${name} takes a value.`, { hint: `Leave --${name} out.` }));
      continue;
    }
    const next = argv[index + 1];
    const value = flag.type === "boolean" ? undefined : (inline ?? (next?.startsWith("--") === true ? undefined : next));
    if (flag.type !== "boolean" && inline === undefined && value !== undefined) index += 1;
    const whole = value === undefined ? argument : `--${name}=${value}`;
    const place = places.get(name);
    if (place === undefined) places.set(name, out.push(whole) - 1);
    else if (lists.has(flag.valueHint ?? "")) out[place] = value === undefined ? whole : `${out[place] ?? ""},${value}`;
    else if (out[place] !== whole)
      diagnostics.push(diagnostic("usage", `--${name} is given twice.`, { hint: "It takes one value: leave one of the two out." }));
  }
  return out;
}

/** `--name`, `--name=value` and `--no-name`. */
function flagOf(
  argument: string,
  flags: ArgsDef,
): { readonly name: string; readonly negated: boolean; readonly inline: string | undefined } {
  const [, name = "", inline] = /^--([A-Za-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
  if (Object.hasOwn(flags, name) || !name.startsWith("no-"))
    return { name: Object.hasOwn(flags, name) ? name : "", negated: false, inline };
  const positive = name.slice(3);
  return { name: Object.hasOwn(flags, positive) ? positive : "", negated: true, inline };
}
