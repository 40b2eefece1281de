/** What is asked of a property, as one call of `runtime/members.ts`. */
import { access, code, empty, isUsed, join, literal, type Code } from "../print/code.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { placeOf } from "./print.js";
import type { Block } from "./statement.js";
import type { Call, Callee } from "./callee.js";

/** What one call can ask for. `callee`: the check that it hands on to. `what`, `more`: what comes before the name, and after it. */
interface Asked {
  readonly by: "Type" | "SafeInteger" | "Format" | "OneOf" | "Valid" | "Items";
  readonly callee?: Callee;
  readonly what: readonly Code[];
  readonly more: readonly Code[];
}

const nothing: readonly Code[] = [];

/**
 * The statement for a property: `block`, and where one call says the same, the call that collects the issues.
 * @param body What holds the value against its schema, where it is there.
 */
export function memberStatements(
  name: string,
  required: boolean,
  part: Place,
  body: Block,
  block: Block,
  owner: Place,
  scope: FunctionScope,
): Block {
  const { mode, issues } = scope.file.choices;
  // Where there are no guards, a valid value would have to go through such calls too.
  if (mode !== "fast" || issues !== "all" || name in Object.prototype || block.length === 0) return block;
  const asked = body.length === 0 ? undefined : askedOf(body, part);
  if (asked === undefined && body.length > 0) return block;
  const print = (): Code => {
    const callee = asked?.callee?.name("check");
    const by = asked === undefined ? "requirePresent" : `${required ? "require" : "optional"}${asked.by}`;
    const call = code`${runtime(scope, by)}(${placeOf(owner.path, (wanted) => runtime(scope, wanted))}`;
    const what = callee === undefined ? (asked?.what ?? nothing) : [callee];
    return code`${call}, ${access(owner.value, name)}${listed(what)}, ${literal(name)}${listed(asked?.more ?? nothing)})`;
  };
  return [{ kind: "member", from: owner.value, print, block }];
}

/** Arguments after others. */
const listed = (more: readonly Code[]): Code => (more.length === 0 ? empty : code`, ${join(more, ", ")}`);

function askedOf(block: Block, { value }: Place): Asked | undefined {
  const only = block[0];
  if (only === undefined || block.length > 1) return undefined;
  if (only.kind === "nested") return checkedBy("Valid", only.call, [], value);
  if (only.kind !== "if") return undefined;
  const { test } = only;
  // "X or null": what is wrong of X says that null would have been right.
  if (test.kind === "same" && test.negated && test.left === value && test.right === "null" && only.else.length === 0)
    return only.then[0]?.kind === "if" && only.then[0].tested?.includes('"null"') === true ? askedOfTyped(only.then, value) : undefined;
  return askedOfTyped(block, value);
}

function askedOfTyped(block: Block, value: Code): Asked | undefined {
  const only = block[0];
  if (only?.kind !== "if" || block.length > 1) return undefined;
  const fail = only.then[0];
  const { tested } = only;
  if (only.then.length !== 1 || fail?.kind !== "fail" || tested === undefined || fail.more !== undefined) return undefined;
  if (only.else.length === 0) {
    if (fail.by === "failSafeInteger") return { by: "SafeInteger", what: nothing, more: nothing };
    if (fail.by === "failType") return { by: "Type", what: [tested], more: nothing };
    return fail.by === "failEnum" || fail.by === "failConst" ? { by: "OneOf", what: [tested], more: nothing } : undefined;
  }
  return fail.by === "failType" ? askedBesides(only.else, tested, value) : undefined;
}

/** What is asked of a value of the right type. */
function askedBesides(block: Block, types: Code, value: Code): Asked | undefined {
  const next = block[0];
  if (next === undefined || block.length > 1) return undefined;
  if (next.kind === "for") {
    const others = types === literal("array") ? [] : [types];
    return next.each === undefined ? undefined : checkedBy("Items", next.each, others, value);
  }
  if (next.kind !== "if" || next.else.length > 0) return undefined;
  const fail = next.then[0];
  const { tested } = next;
  if (fail?.kind !== "fail" || fail.by !== "failFormat" || tested === undefined || fail.expected === undefined) return undefined;
  return { by: "Format", what: [fail.expected, tested], more: types === literal("string") ? nothing : [types] };
}

function checkedBy(by: "Valid" | "Items", { callee, more }: Call, types: readonly Code[], value: Code): Asked | undefined {
  // A record of what was looked at is of this value alone.
  if (more.length > 1 || more.some((argument) => isUsed(value, argument))) return undefined;
  return {
    by,
    callee,
    what: nothing,
    more: types.length === 0 ? more : [...(more.length === 0 ? [code`0`] : more), ...types],
  };
}
