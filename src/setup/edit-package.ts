import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../project/project-setup.js";
import { endOfValue, membersOf, skipBlank } from "../source/json-text.js";
import { parseRecord, quoted } from "./read-settings.js";

/** Keys that people look for below the scripts. */
const afterScripts: ReadonlySet<string> = new Set(["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]);

/**
 * The text of a package.json with more scripts. All else stays as it was written: order, indentation, ends of lines, a byte order mark.
 * `text`: JSON of an object. Undefined where it cannot be done safely, as where a key stands twice.
 */
export function withScripts(text: string, scripts: Readonly<Record<string, string>>): string | undefined {
  const start = skipBlank(text, text.startsWith("\ufeff") ? 1 : 0);
  const before = parseRecord(text);
  if (before === undefined || text.charAt(start) !== "{") return undefined;
  const written = before["scripts"];
  if (written !== undefined && !isRecord(written)) return undefined;
  const edited = written === undefined ? withNewScripts(text, start, scripts) : withMoreScripts(text, start, scripts);
  // Whatever it looks like, it says what it said before, and this.
  return isDeepStrictEqual(parseRecord(edited), { ...before, scripts: { ...(written ?? {}), ...scripts } }) ? edited : undefined;
}

/** What stands before a member: the end of a line and an indentation, or a blank in an object that is one line. */
function separatorBefore(text: string, key: number): string {
  const before = text.slice(0, key);
  const blank = before.slice(before.trimEnd().length);
  const line = blank.lastIndexOf("\n");
  if (line < 0) return blank === "" ? "" : " ";
  return blank.slice(blank.charAt(line - 1) === "\r" ? line - 1 : line);
}

function entriesOf(scripts: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(scripts).map(([name, script]) => `${quoted(name)}: ${quoted(script)}`);
}

function withMoreScripts(text: string, start: number, scripts: Readonly<Record<string, string>>): string {
  const place = [...membersOf(text, start)].find(({ name }) => name === "scripts");
  if (place === undefined) return text;
  const last = [...membersOf(text, place.value)].at(-1);
  if (last === undefined) return text.slice(0, place.value) + block(text, place.key, scripts) + text.slice(endOfValue(text, place.value));
  const end = endOfScalar(text, last.value);
  const separator = separatorBefore(text, last.key);
  return (
    text.slice(0, end) +
    entriesOf(scripts)
      .map((entry) => `,${separator}${entry}`)
      .join("") +
    text.slice(end)
  );
}

function withNewScripts(text: string, start: number, scripts: Readonly<Record<string, string>>): string {
  const members = [...membersOf(text, start)];
  const next = members.find(({ name }) => afterScripts.has(name));
  const last = members.at(-1);
  if (next !== undefined)
    return `${text.slice(0, next.key)}"scripts": ${block(text, next.key, scripts)},${separatorBefore(text, next.key)}${text.slice(next.key)}`;
  if (last !== undefined) {
    const end = endOfScalar(text, last.value);
    return `${text.slice(0, end)},${separatorBefore(text, last.key)}"scripts": ${block(text, last.key, scripts)}${text.slice(end)}`;
  }
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const inside = entriesOf(scripts)
    .map((entry) => `    ${entry}`)
    .join(`,${end}`);
  return `${text.slice(0, start)}{${end}  "scripts": {${end}${inside}${end}  }${end}}${text.slice(endOfValue(text, start))}`;
}

/** An object of scripts, indented as the member at `key` is, and once more. */
function block(text: string, key: number, scripts: Readonly<Record<string, string>>): string {
  const separator = separatorBefore(text, key);
  if (!separator.includes("\n")) return `{${separator}${entriesOf(scripts).join(`,${separator}`)}${separator}}`;
  const indentation = separator.replace(/^\r?\n/, "");
  const inner = separator + (indentation === "" ? "  " : indentation);
  return `{${inner}${entriesOf(scripts).join(`,${inner}`)}${separator}}`;
}

/** A number, `true` or `null` ends before the blanks that follow it. */
function endOfScalar(text: string, start: number): number {
  const end = endOfValue(text, start);
  return start + text.slice(start, end).trimEnd().length;
}
