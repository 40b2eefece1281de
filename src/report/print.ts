import type { Io } from "../io.js";
import { wantsColor } from "./colors.js";

/**
 * Escapes text and writes it to a stream; nothing else writes to one. What is printed may hold words of a description, of a manifest or of
 * a program's error, and terminals and CI services execute some of what they read.
 */

type Stream = "stdout" | "stderr";

/** Characters that move a cursor, reorder text, show as nothing, or end a line where `\n` does not. What makes a picture of a sign (U+FE0F behind one) shows. */
const unseen =
  /(?![\n\t])[\u0000-\u001f\u007f-\u009f\u2028\u2029\u2800]|\p{Cf}|(?<!\p{Emoji})\ufe0f|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/** The colours of ours, and nothing else that follows an escape. */
const colorCode = /(\u001b\[\d{1,2}m)/;
/** Azure Pipelines, TeamCity and older GitHub runners take these anywhere in a line for a command. */
const command = /##(?=[\w.]*\[)/g;
/** GitHub Actions takes this where a line begins, blanks aside, and without regard to what stands behind it. */
const lineCommand = /^([^\S\n\r\u2028\u2029]*):(?=:)/gm;

/** Prints lines for people. */
export function print(io: Io, stream: Stream, text: string): void {
  const parts = wantsColor(io, io[stream]) ? text.split(colorCode) : [text];
  const plain = parts.map((part, index) => (index % 2 === 1 ? part : withoutUnseen(part))).join("");
  io[stream].write(withoutCommands(plain));
}

/** Prints a value as JSON. What would not be read as text is escaped as JSON can, so that the value is the same. */
export function printAsJson(io: Io, value: unknown): void {
  // By pieces: the list of all findings may have more characters than a string can.
  for (const piece of jsonPieces(value, "")) io.stdout.write(piece.replace(command, "#\\u0023").replace(unseen, escaped));
  io.stdout.write("\n");
}

/** What `JSON.stringify` makes of a value, indented by two; lists and objects around a list member by member. */
function* jsonPieces(value: unknown, indent: string): Generator<string, undefined> {
  if (typeof value !== "object" || value === null || !holdsList(value)) {
    yield JSON.stringify(value ?? null, undefined, 2).replaceAll("\n", `\n${indent}`);
    return;
  }
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  let separator = isList ? "[" : "{";
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined && !isList) continue;
    yield `${separator}\n${inner}${isList ? "" : `${JSON.stringify(key)}: `}`;
    yield* jsonPieces(member, inner);
    separator = ",";
  }
  yield `\n${indent}${isList ? "]" : "}"}`;
}

/** Whether a value is, or has somewhere in it, a list with members. */
function holdsList(value: object): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return Object.values(value).some((member: unknown) => typeof member === "object" && member !== null && holdsList(member));
}

/** A workflow command of GitHub Actions. */
export interface WorkflowCommand {
  readonly name: "error" | "warning" | "notice";
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Prints what GitHub shows beside a line. */
export function printWorkflowCommand(io: Io, stream: Stream, { name, properties, message }: WorkflowCommand): void {
  const data = Object.entries(properties).map(([key, value]) => `${key}=${dataOf(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`);
  io[stream].write(`::${name} ${data.join(",")}::${dataOf(message)}\n`);
}

/** Writes over the line that a cursor is in, on a terminal; erases it when there is nothing to say. */
export function printOver(io: Io, text: string): void {
  io.stderr.write(`\r\u001b[2K${sliceWhole(visible(text), 0, io.stderr.columns - 1)}`);
}

/** Text that stays on one line, and in its place. */
export function visible(text: string): string {
  return withoutCommands(withoutUnseen(text.replaceAll("\t", " ").replaceAll("\n", "\u00b7")));
}

function withoutUnseen(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unseen, "\u00b7");
}

/** A blank takes the meaning away, and leaves the text readable. */
function withoutCommands(text: string): string {
  return text.replace(command, "# #").replace(lineCommand, "$1: ");
}

function dataOf(text: string): string {
  return visible(text).replaceAll("%", "%25");
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`).join("");
}

/** Whether a character beyond the BMP has its first unit before a place in a text and its second one after it. */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** A part of a text, without halves of characters at its ends. */
export function sliceWhole(text: string, from: number, to: number): string {
  return text.slice(from + Number(splitsPair(text, from)), to - Number(splitsPair(text, to)));
}

/** A sentence of ours in which commands are as a person runs them here: `pnpm exec sundial generate`. */
export function runnable(text: string, { program }: Pick<Io, "program">): string {
  return text.replace(/`sundial (?=[a-z-])/g, () => `\`${program} `);
}
