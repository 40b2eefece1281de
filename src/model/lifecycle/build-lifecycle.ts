import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { createWords } from "../../diagnostic/spelling-suggestion.js";
import type { BuildContext } from "../build/context.js";
import type { Element } from "./elements.js";
import { combined, type Fact, type Facts, type Wanted } from "./facts.js";
import { readFacts } from "./read-facts.js";
import { originOf } from "../build/origin.js";
import type { Lifecycle, Replacement } from "../ir/lifecycle.js";

/**
 * What an object of the description says about its own life; `undefined` when it says nothing. Mistakes are reported. `kind`: what OpenAPI
 * calls it, where some version has `deprecated` for it. `element`: what it is, where no other list of the model has it; of what is seldom
 * deprecated it is asked then.
 */
export function readLifecycle(
  value: object,
  at: Origin,
  kind: FlaggedKind,
  build: BuildContext,
  element?: Element | (() => Element),
): Lifecycle | undefined {
  return readOwn(value, at, hasFlag(kind, build), build, element);
}

/** The same for what OpenAPI has no `deprecated` for in any version, a media type or a response. */
export function readDatedLifecycle(value: object, at: Origin, build: BuildContext, element?: Element): Lifecycle | undefined {
  return readOwn(value, at, false, build, element);
}

function readOwn(
  value: object,
  at: Origin,
  flagged: boolean,
  build: BuildContext,
  element: Element | (() => Element) | undefined,
): Lifecycle | undefined {
  const facts = readMarkedFacts(value, at, flagged, build);
  if (facts === undefined) return undefined;
  reportWithoutDeprecation(facts, at, flagged, build);
  return listed(toLifecycle(facts, at, build), at, build, typeof element === "function" ? element() : element);
}

/** What OpenAPI has `deprecated` for, and the first version that does. */
const flaggedSince = { operation: "2.0", parameter: "3.0", header: "3.0", schema: "3.0", securityScheme: "3.2" } as const;
export type FlaggedKind = keyof typeof flaggedSince;

/** Whether the version that a description declares has `deprecated` for such an object. */
function hasFlag(kind: FlaggedKind, { resolved }: BuildContext): boolean {
  return resolved.version >= flaggedSince[kind];
}

/** The facts of an object. Where it can have no `deprecated`, a date alone says that it is deprecated, unless it is said that it is not. */
export function readMarkedFacts(value: object, at: Origin, flagged: boolean, build: BuildContext): Facts | undefined {
  const facts = readFacts(value, at, build);
  const date = facts?.sunset === undefined ? "since" : "sunset";
  if (flagged || facts?.[date] === undefined || facts.deprecated !== undefined) return facts;
  const { saidBy } = facts;
  return { ...facts, deprecated: true, saidBy: { ...saidBy, ...(saidBy?.[date] && { deprecated: saidBy[date] }) } };
}

/** What is said beside references to something shared, the nearest first, and the thing itself. */
export interface Use {
  readonly beside: readonly object[];
  readonly target: object;
}

/**
 * The life of one use of something shared, with what is said of the thing itself where the use says nothing; `undefined` where the use
 * says nothing at all. `kind`: as of `readLifecycle`; `undefined` of what no version has `deprecated` for.
 */
export function readUseLifecycle(
  { beside, target }: Use,
  kind: FlaggedKind | undefined,
  build: BuildContext,
  element?: Element,
): Lifecycle | undefined {
  for (const each of [...beside, target]) build.elements.addUsed(each);
  const flagged = kind !== undefined && hasFlag(kind, build);
  const read = (value: object, context: BuildContext): readonly Level[] => {
    const at = originOf(value, build.resolved);
    const facts = readMarkedFacts(value, at, flagged, context);
    return facts === undefined ? [] : [{ facts, at }];
  };
  const [nearest, ...others] = beside.flatMap((value) => read(value, build));
  if (nearest === undefined) return undefined;
  // What is wrong in the target is reported where it is read for itself.
  const silent: BuildContext = { ...build, report: () => undefined, elements: { ...build.elements, addRepeated: () => undefined } };
  const levels = [nearest, ...others, ...read(target, silent)];
  const merged = mergedLevels(levels);
  reportWithoutDeprecation({ ...nearest.facts, deprecated: merged.deprecated === true }, nearest.at, flagged, build);
  const isUndone = levels.some(({ facts }) => facts.deprecated === true || (facts.stability ?? "stable") !== "stable");
  const lifecycle = toLifecycle(merged, nearest.at, build) ?? (isUndone ? record(merged, undefined) : undefined);
  return listed(lifecycle, nearest.at, build, element);
}

function listed(lifecycle: Lifecycle | undefined, at: Origin, build: BuildContext, element?: Element): Lifecycle | undefined {
  if (lifecycle !== undefined && element !== undefined) build.elements.add(element, at, lifecycle);
  return lifecycle;
}

/** What is deprecated, for this reason or for none that is said. */
export function ended(message: string | undefined): Lifecycle {
  return record({ deprecated: true, ...(message === undefined ? {} : { message }) }, undefined);
}

/** What the objects around an operation say, and where they stand; the nearest first. */
export interface Level {
  readonly facts: Facts;
  readonly at: Origin;
}

/** The same for an operation: what it does not say itself it has from its path item, then from the description's `info`. */
export function readOperationLifecycle(
  value: object,
  at: Origin,
  inherited: readonly Level[],
  build: BuildContext,
  element?: Element,
): Lifecycle | undefined {
  const own = readFacts(value, at, build);
  const levels = [...(own === undefined ? [] : [{ facts: own, at }]), ...inherited];
  if (levels.length === 0) return undefined;
  const merged = mergedLevels(levels);
  // Dates of a whole path or API are for those of its operations that are deprecated; only the operation's own can be out of place.
  if (own !== undefined) reportWithoutDeprecation({ ...own, deprecated: merged.deprecated === true }, at, true, build);
  reportUndone(levels, build);
  reportSharedCode(merged, build);
  return listed(toLifecycle(merged, at, build), at, build, element);
}

/** Reports a code that two places give to operations of theirs: by it, programs tell warnings apart. That of a path or an API is meant for all of it. */
function reportSharedCode({ deprecated, code, saidBy }: Facts, build: BuildContext): void {
  const by = saidBy?.code;
  if (deprecated !== true || code === undefined || by === undefined) return;
  const places = build.once("codes of warnings", build.operationIds, () => new Map<string, Origin>());
  const first = places.get(code) ?? by.at;
  places.set(code, first);
  if (first.file === by.at.file && first.pointer === by.at.pointer) return;
  const related = [{ message: "The other is here.", at: first }];
  const hint = "Give each a code of its own, or none: it is made of the names then.";
  build.report(
    diagnostic("lifecycle-value-invalid", `The code "${code}" is that of another operation, too.`, { at: by.at, related, hint }),
  );
}

/** Of each fact what the nearest level says. What is around a level that is not deprecated says nothing of an end to what is inside. */
function mergedLevels(levels: readonly Level[]): Facts {
  const undone = levels.findIndex(({ facts }) => facts.deprecated === false);
  return combined(levels.map(({ facts }, index) => (undone === -1 || index <= undone ? facts : stageOf(facts))));
}

function stageOf({ stability, note }: Facts): Facts {
  return { ...(stability === undefined ? {} : { stability }), ...(note === undefined ? {} : { note }) };
}

/**
 * Reports once for each path item, or for the whole API, that `deprecated: false` undoes what it says: frameworks write that on every
 * operation, whoever means it or not. `x-deprecated: false` is written by people.
 */
function reportUndone(levels: readonly Level[], build: BuildContext): void {
  const [nearest, next] = levels.filter(({ facts }) => facts.deprecated !== undefined);
  const by = nearest?.facts.saidBy?.deprecated;
  if (nearest?.facts.deprecated !== false || next?.facts.deprecated !== true || by?.name !== "deprecated") return;
  const around = next.facts.saidBy?.deprecated ?? { name: "deprecated", at: next.at };
  build.once("undone", next.facts, () => {
    build.report(
      diagnostic("lifecycle-keys-disagree", `\`deprecated: false\` undoes "${around.name}" of what is around the operation.`, {
        at: by.at,
        severity: "warning",
        related: [{ message: `"${around.name}" is here.`, at: around.at }],
        hint: "Remove `deprecated: false` where nobody means it. Where it is meant, `x-deprecated: false` beside it says so.",
      }),
    );
  });
}

/**
 * Reports what is said about a removal where nothing is deprecated. `flagged`: whether OpenAPI has `deprecated` there; other tools refuse it
 * where it does not.
 */
export function reportWithoutDeprecation(facts: Facts, at: Origin, flagged: boolean, build: BuildContext): void {
  const idle = ["sunset", "since", "message", "replacement", "link", "removedIn", "code"] as const satisfies readonly Fact[];
  const said = idle.find((fact) => facts[fact] !== undefined);
  if (facts.deprecated === true || said === undefined) return;
  const { name, at: place } = facts.saidBy?.[said] ?? { name: said, at };
  const key = flagged ? "deprecated" : "x-deprecated";
  const denied = facts.deprecated === false ? facts.saidBy?.deprecated?.name : undefined;
  const message = `"${name}" has no effect without \`${key}: true\`${denied === undefined || flagged ? "" : ` or with \`${denied}: false\``}.`;
  const advice = denied === undefined ? `Add \`${key}: true\`` : denied === key ? `Write \`${key}: true\`` : `Remove \`${denied}: false\``;
  build.report(diagnostic("sunset-without-deprecated", message, { at: place, hint: `${advice}, or remove "${name}".` }));
}

function toLifecycle(facts: Facts, at: Origin, build: BuildContext): Lifecycle | undefined {
  // Stable is what a thing is of which nothing is said.
  if (facts.deprecated !== true)
    return facts.stability === undefined || facts.stability === "stable"
      ? undefined
      : record({ stability: facts.stability, ...(facts.note === undefined ? {} : { note: facts.note }) }, undefined);
  if (facts.since !== undefined && facts.sunset !== undefined && facts.sunset.epoch < facts.since.epoch) {
    const message = `The removal (${facts.sunset.text}) comes before the deprecation (${facts.since.text}).`;
    build.report(
      diagnostic("sunset-before-since", message, { at: facts.saidBy?.sunset?.at ?? at, hint: "One of the two dates is wrong." }),
    );
  }
  return record(
    facts,
    facts.replacement === undefined ? undefined : toReplacement(facts.replacement, facts.saidBy?.replacement?.at ?? at, build),
  );
}

function record(facts: Facts, replacement: Replacement | undefined): Lifecycle {
  return {
    deprecated: facts.deprecated === true,
    since: facts.since,
    sunset: facts.sunset,
    message: messageOf(facts),
    replacement,
    link: facts.link,
    removedIn: facts.removedIn,
    code: facts.code,
    stability: facts.stability,
    note: facts.note,
    undated: facts.undated === true && facts.sunset === undefined,
  };
}

/** The version since which it is deprecated has no place of its own. */
function messageOf({ message, version }: Facts): string | undefined {
  if (version === undefined || message?.includes(version) === true) return message;
  return [`Deprecated since version ${version}.`, ...(message === undefined ? [] : [message])].join(" ");
}

function toReplacement(wanted: Wanted, at: Origin, build: BuildContext): Replacement | undefined {
  const { operationId, url, note } = wanted;
  if (url !== undefined) return { kind: "url", url, note };
  if (operationId === undefined) return note === undefined ? undefined : { kind: "text", note };
  const operation = build.operationIds.get(operationId);
  if (operation !== undefined) return { kind: "operation", operation, note };
  const { whole } = build.resolved;
  const all =
    whole && build.once("operationIds of the whole description", whole, () => new Set(whole.paths.map((each) => each.operationId)));
  const isLeftOut = all?.has(operationId) === true;
  if (wanted.strict && !isLeftOut) {
    const meant = build
      .once("operationIds that others may mean", build.operationIds, () => createWords(build.operationIds.keys()))
      .suggestion(operationId);
    build.report(
      diagnostic("replacement-unknown", `The replacement "${operationId}" is not an operation of this description.`, {
        at,
        hint: meant === undefined ? "Name the operationId of another operation, or give an address as `url`." : `Did you mean "${meant}"?`,
      }),
    );
  }
  return { kind: "text", note: note === undefined ? operationId : `${operationId} (${note})` };
}
