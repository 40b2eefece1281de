import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { METHODS } from "../rules/path-item.js";
import type { CompiledFilter, Pattern } from "./filter.js";
import type { OperationFacts } from "./operation-facts.js";
import { mayBeIn, type SelectedOperations } from "./select-operations.js";
import type { Selection, WrittenFilter } from "./selection.js";

/** What there is to say of a selection itself. Nothing can be generated where an error is among it. */
export function reportSelection(selection: Selection, selected: SelectedOperations): readonly Diagnostic[] {
  const { include, exclude, paths, kept } = selected;
  const all = paths.flatMap(({ operations }) => operations);
  const patterns = [...(include ?? []), ...exclude].flatMap((filter) => filter.patterns);
  // What cannot be read is there all the same, and says so itself.
  const unread = paths.filter((each) => each.unread !== undefined);
  const unmatched = patterns.filter(
    ({ isKnown, fitsPath }) => !all.some(isKnown) && !(fitsPath !== undefined && unread.some(({ path }) => fitsPath(path))),
  );
  const methods = unmatched.filter(isNoMethod).map(unknownMethod);
  const problem =
    kept.size > 0 || unread.some((each) => mayBeIn(selected, each)) ? undefined : nothingLeft(selection, include, all, unmatched);
  const rest = problem === undefined ? unmatched : unmatched.filter(({ at }) => at !== problem.at);
  return [
    ...methods,
    ...(problem === undefined ? [] : [problem]),
    ...rest.filter((pattern) => !isNoMethod(pattern)).map((pattern) => unmatchedPattern(pattern, all)),
  ];
}

function isNoMethod({ member, text }: Pattern): boolean {
  return member === "methods" && !METHODS.has(text.toLowerCase());
}

function unknownMethod({ text, list, at }: Pattern): Diagnostic {
  const meant = spellingSuggestion(text, METHODS);
  const hint =
    meant === undefined ? `Methods are ${[...METHODS].join(", ")}, and those of \`additionalOperations\`.` : `Did you mean "${meant}"?`;
  return diagnostic("select-unknown-method", `${JSON.stringify(text)} in \`${list}\` is not a method.`, { at, hint });
}

function unmatchedPattern(pattern: Pattern, all: readonly OperationFacts[]): Diagnostic {
  const { text, list, at } = pattern;
  return diagnostic("select-unmatched", `${JSON.stringify(text)} in \`${list}\` matches no operation.`, {
    at,
    hint: nearest(pattern, all),
  });
}

/** No operation is left: that is never meant. */
function nothingLeft(
  { include: written, exclude }: Selection,
  include: readonly CompiledFilter[] | undefined,
  all: readonly OperationFacts[],
  unmatched: readonly Pattern[],
): Diagnostic | undefined {
  const [first] = written ?? exclude ?? [];
  if (first === undefined) return undefined;
  const included = include === undefined ? all : all.filter((operation) => include.some(({ fits }) => fits(operation)));
  if (include === undefined || included.length > 0) {
    const what = include === undefined ? "that the description has" : "that `include` selects";
    const message = `\`exclude\` leaves out all ${counted(included)} ${what}.`;
    const hint = "Leave out less, or remove the API from the configuration.";
    return diagnostic("select-nothing", all.length === 0 ? noOperations : message, {
      at: exclude?.[0]?.at,
      hint: all.length === 0 ? undefined : hint,
    });
  }
  const [pattern] = unmatched.filter((each) => include.some(({ patterns }) => patterns.includes(each)));
  const hint = pattern === undefined ? (deprecationHint(written ?? [], all) ?? together) : nearest(pattern, all);
  const message = all.length === 0 ? noOperations : `\`include\` selects none of the ${counted(all)} of the description.`;
  return diagnostic("select-nothing", message, { at: pattern?.at ?? first.at, hint: all.length === 0 ? undefined : hint });
}

const noOperations = "The description has no operations to select from.";
const together = "What stands in one object has to hold of an operation at once. For alternatives, write a list of objects.";

/** Operations of webhooks are no operations where figures are given. */
function counted(operations: readonly OperationFacts[]): string {
  const webhooks = operations.filter(({ kind }) => kind === "webhook").length;
  const own = operations.length - webhooks;
  const parts = [own > 0 || webhooks === 0 ? numbered(own, "operation") : "", webhooks > 0 ? numbered(webhooks, "webhook") : ""];
  return parts.filter((part) => part !== "").join(" and ");
}

function numbered(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** That nothing is deprecated, or everything, where that alone keeps all out. */
function deprecationHint(include: readonly WrittenFilter[], all: readonly OperationFacts[]): string | undefined {
  const isAsked = (wanted: boolean): boolean => include.every(({ value }) => value.deprecated === wanted);
  if (isAsked(true) && !all.some(({ deprecated }) => deprecated)) return "No operation of the description is `deprecated: true`.";
  return isAsked(false) && all.every(({ deprecated }) => deprecated)
    ? "All operations of the description are `deprecated: true`."
    : undefined;
}

/** What a pattern probably means, or what there is to choose from. */
function nearest({ member, text }: Pattern, all: readonly OperationFacts[]): string | undefined {
  const known = [...new Set(all.flatMap((operation) => valuesOf(member, operation)))];
  const meant = spellingSuggestion(text, known) ?? nearPath(member, text, known);
  if (meant !== undefined) return `Did you mean "${meant}"?`;
  if (member === "extensions") return extensionHint(text, all);
  const words = { tags: "tags", operations: "operationIds", paths: "paths", methods: "methods" }[member];
  if (known.length === 0) return `The operations of the description have no ${words}.`;
  // Tags and operationIds may have commas.
  const shown = known
    .slice(0, mostShown)
    .map((each) => (member === "tags" || member === "operations" ? JSON.stringify(each) : each))
    .join(", ");
  return `The ${words} are ${shown}${known.length > mostShown ? `, and ${known.length - mostShown} more` : ""}.`;
}

/** Of an extension that no operation has: perhaps its value was meant, too. */
function extensionHint(text: string, all: readonly OperationFacts[]): string | undefined {
  const isThere = (name: string): boolean => all.some((operation) => operation.extension(name) !== undefined);
  if (isThere(text)) return undefined;
  const [, name = "", value = ""] = /^([^:=]+?)\s*[:=]\s*(.*)$/s.exec(text) ?? [];
  if (name === "" || !isThere(name)) return `No operation or path of the description has \`${text}\`.`;
  const wanted = JSON.stringify({ [name]: value })
    .replace(":", ": ")
    .replace("{", "{ ")
    .replace("}", " }");
  return `A name of an extension asks whether \`${name}\` is there. In a configuration, \`extensions: ${wanted}\` asks for its value.`;
}

const mostShown = 12;

/** A path without the slash that paths begin with, or one whose operations are all below it. */
function nearPath(member: Pattern["member"], text: string, known: readonly string[]): string | undefined {
  if (member !== "paths") return undefined;
  if (known.includes(`/${text}`)) return `/${text}`;
  const below = `${text.replace(/\/?\**$/, "")}/`;
  return below !== "/" && known.some((path) => path.startsWith(below)) ? `${below}**` : undefined;
}

function valuesOf(member: Pattern["member"], { tags, operationId, path, method }: OperationFacts): readonly string[] {
  if (member === "tags") return tags;
  if (member === "operations") return operationId === undefined ? [] : [operationId];
  if (member === "paths") return [path];
  return member === "methods" ? [method.toLowerCase()] : [];
}
