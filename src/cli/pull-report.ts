import type { Io } from "../io.js";
import type { ApiChanges } from "../model/compare/compare-apis.js";
import { colorsFor, type Colors } from "../report/colors.js";
import { workflowCommand } from "../report/findings.js";
import { nameInCheckout } from "../report/place.js";
import { visible, type WorkflowCommand } from "../report/print.js";
import { redact } from "../diagnostic/redact.js";
import { nameOfPath } from "../source/uri.js";
import { changeLines } from "./pull-changes.js";
import type { Pulled } from "./pull-target.js";

/** Lines of one kind that are printed; of more, the number is given. */
const maxLines = 20;
/** Lines of one kind in an annotation. */
const maxNames = 8;

/** What there is to say of one snapshot, as lines for people; nothing where an error stands. */
export function pulledText(pulled: Pulled, check: boolean, io: Io): string {
  const color = colorsFor(io, io.stdout);
  if (pulled.state === undefined) return "";
  const repair = pulled.repair === undefined ? "" : `; its lock was written anew: ${visible(pulled.repair)}`;
  const lines = [
    `${visible(pulled.target.label)}: ${headline(pulled, check, io)}${repair}`,
    ...linesOf(pulled.changes, color),
    ...leftOutLines(pulled.leftOut, color),
  ];
  return `${lines.join("\n")}\n`;
}

function headline({ state, target, counts, files }: Pulled, check: boolean, io: Io): string {
  const name = visible(nameOfPath(target.snapshot, io.cwd));
  const url = visible(redact(target.remote.url));
  const written = files === undefined ? "" : writtenText(files.written.length, files.removed.length);
  switch (state) {
    case "new":
      return `${name} is new: ${counted(counts?.operations ?? 0, "operation")}, ${counted(counts?.schemas ?? 0, "schema")} from ${url}${written}`;
    case "same":
      return check ? `${url} has not changed since ${name} was pulled` : `${name} is what ${url} has${written}`;
    case "text":
      return `the text of ${url} changed, its meaning did not${check ? "; `sundial pull` takes it over" : written}`;
    case "left-out":
      return `${check ? url : name} changed, and nothing of what the configuration selects did${check ? "; `sundial pull` takes it over" : written}`;
    case "unknown":
      return `${name} could not be read, and is not compared${written}`;
    case "changed":
    case undefined:
      return check ? `${url} changed since ${name} was pulled` : `${name} changed${written}`;
  }
}

function writtenText(written: number, removed: number): string {
  const parts = [
    written === 0 ? undefined : `${counted(written, "file")} written`,
    removed === 0 ? undefined : `${counted(removed, "file")} removed`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : `; ${parts.join(", ")}`;
}

function linesOf(changes: ApiChanges | undefined, color: Colors): readonly string[] {
  if (changes === undefined) return [];
  const paints = {
    removed: color.red,
    changed: color.yellow,
    deprecated: color.yellow,
    added: color.green,
    schemas: color.cyan,
    "": color.dim,
  };
  return changeLines(changes).flatMap((lines) =>
    upTo(lines.map((line) => `  ${paints[line.word](line.word.padEnd(10))}  ${visible(line.text)}`)),
  );
}

/** In numbers: a large vendor changes something each day, and most of it is nothing that is used here. */
function leftOutText({ added, removed, deprecated, changed, schemas }: ApiChanges): string {
  const ofOperations = [
    ["removed", removed],
    ["changed", changed],
    ["deprecated", deprecated],
    ["added", added],
  ] as const;
  const parts = ofOperations.flatMap(([word, list]) => (list.length === 0 ? [] : [`${counted(list.length, "operation")} ${word}`]));
  const names = new Set([...schemas.added, ...schemas.removed, ...schemas.changed.map(({ name }) => name)]);
  return [...parts, ...(names.size === 0 ? [] : [`${counted(names.size, "schema")} changed`])].join(", ");
}

function leftOutLines(leftOut: ApiChanges | undefined, color: Colors): readonly string[] {
  const text = leftOut === undefined ? "" : leftOutText(leftOut);
  return text === "" ? [] : [`  ${color.dim("left out".padEnd(10))}  ${text}`];
}

function upTo(lines: readonly string[]): readonly string[] {
  const more = lines.length - maxLines;
  return more <= 0 ? lines : [...lines.slice(0, maxLines), `  and ${String(more)} more; --format json lists them all`];
}

function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** The same as data, complete. */
export function pulledData({ target, state, changes, leftOut, counts, files, repair }: Pulled, io: Io): object {
  return {
    name: target.label,
    url: redact(target.remote.url),
    snapshot: nameOfPath(target.snapshot, io.cwd),
    state: state ?? "failed",
    ...counts,
    ...(changes === undefined ? {} : { changes }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(repair === undefined ? {} : { lockWrittenAnew: repair }),
    ...files,
  };
}

/** What GitHub shows beside the snapshot; nothing where it is as it was. */
export function pulledCommands(pulled: Pulled, check: boolean, io: Io): readonly WorkflowCommand[] {
  const { state, target, changes, repair } = pulled;
  if (state === undefined || (state === "same" && repair === undefined)) return [];
  const name = nameInCheckout(target.snapshot, io.checkout) ?? nameOfPath(target.snapshot, io.cwd);
  const message =
    state === "changed"
      ? summary(target.label, changes)
      : `${target.label}: ${headline(pulled, check, io)}${repair === undefined ? "" : `; its lock was written anew: ${repair}`}.`;
  const finding =
    check && state === "changed"
      ? ({ severity: "error", hint: "Run `sundial pull`, and generate." } as const)
      : ({ severity: "info" } as const);
  return [workflowCommand({ code: "snapshot-outdated", message, ...finding }, { name, line: undefined, column: undefined })];
}

/** All of it in one sentence, as an annotation has one line. */
function summary(label: string, changes: ApiChanges | undefined): string {
  if (changes === undefined) return `${label} changed.`;
  const parts = changeLines({ ...changes, remarks: [] }).flatMap((lines) => {
    const [first] = lines;
    if (first === undefined) return [];
    const more = lines.length - maxNames;
    const word = first.word === "" ? "" : `${first.word}: `;
    return [
      word +
        lines
          .slice(0, maxNames)
          .map(({ text }) => text)
          .join("; ") +
        (more > 0 ? `; and ${String(more)} more` : ""),
    ];
  });
  return `${label} changed. ${parts.join(". ")}.`;
}
