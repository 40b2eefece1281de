import type { AddedOperation, ApiChanges, DeprecatedChange, OperationName, RemovedOperation } from "../model/compare/compare-apis.js";
import type { Change } from "../model/compare/change.js";

/** Names of schemas that are printed of each kind, and clauses of each thing that changed. */
const maxNames = 8;

/** One line of a report: a word, and what it is about. */
export interface ChangeLine {
  readonly word: "removed" | "changed" | "deprecated" | "added" | "schemas" | "";
  /** With a mark behind what breaks a program. */
  readonly text: string;
}

/** What there is to say of changes, kind by kind; what is gone first. */
export function changeLines(changes: ApiChanges): readonly (readonly ChangeLine[])[] {
  const { added, removed, deprecated, changed, schemas, whole, remarks } = changes;
  return [
    removed.map((each) => ({ word: "removed", text: marked({ text: removedText(each), breaking: each.breaking }) })),
    changed.map((each) => ({ word: "changed", text: `${nameText(each)}: ${clauses(each.what)}` })),
    deprecated.map((each) => ({ word: "deprecated", text: deprecatedText(each) })),
    added.map((each) => ({ word: "added", text: addedText(each) })),
    [...namesLine("removed", schemas.removed), ...namesLine("added", schemas.added)],
    schemas.changed.map(({ name, what }) => ({ word: "schemas", text: `${name}: ${clauses(what)}` })),
    whole.map((each) => ({ word: "changed", text: marked(each) })),
    remarks.map((text) => ({ word: "", text })),
  ];
}

function marked({ text, breaking }: Pick<Change, "text" | "breaking">): string {
  return breaking ? `${text} [breaking]` : text;
}

const nameText = ({ method, path }: OperationName): string => `${method} ${path}`;

/** What breaks stands first. */
function clauses(what: readonly Change[]): string {
  const more = what.length - maxNames;
  const texts = what.slice(0, maxNames).map(marked);
  return `${texts.join(", ")}${more > 0 ? `, and ${String(more)} more` : ""}`;
}

function removedText({ sunset, daysEarly, ...name }: RemovedOperation): string {
  if (sunset === undefined) return nameText(name);
  if (daysEarly === undefined) return `${nameText(name)}, as was announced for ${sunset}`;
  return `${nameText(name)}, ${String(daysEarly)} day${daysEarly === 1 ? "" : "s"} before ${sunset}, the day that was announced`;
}

function addedText({ deprecated, since, sunset, ...name }: AddedOperation): string {
  return nameText(name) + (deprecated === true ? `, deprecated already${datesText({ since, sunset })}` : "");
}

function deprecatedText({ since, sunset, before, what, ...name }: DeprecatedChange): string {
  return before === undefined ? nameText(name) + datesText({ since, sunset }) : `${nameText(name)} ${what.join(", ")}`;
}

function datesText({ since, sunset }: { readonly since: string | undefined; readonly sunset: string | undefined }): string {
  return (since === undefined ? "" : `, since ${since}`) + (sunset === undefined ? "" : `, to be removed on ${sunset}`);
}

function namesLine(kind: "removed" | "added", names: readonly string[]): readonly ChangeLine[] {
  if (names.length === 0) return [];
  const more = names.length - maxNames;
  const text = `${String(names.length)} ${kind}: ${names.slice(0, maxNames).join(", ")}${more > 0 ? `, and ${String(more)} more` : ""}`;
  return [{ word: "schemas", text: marked({ text, breaking: kind === "removed" }) }];
}
