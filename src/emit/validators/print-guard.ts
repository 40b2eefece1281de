/** The form of a check that answers yes or no, and is out at the first no. */
import { access, code } from "../print/code.js";
import { askedByGuard } from "./blocks.js";
import { callsLast } from "./calls-last.js";
import { conditional, ends, isExit, no, when, type Block, type Statement } from "./statement.js";
import { tidied } from "./tidy.js";
import { always, and, anyOf, different, fits, instead, isKnown, never, not, or, type Test } from "./test.js";

const yes: Statement = { kind: "return", value: code`true` };

export function guardOf(statements: Block): Block {
  return tidied(finished(steps(statements)));
}

function steps(statements: Block): Block {
  const made: Statement[] = [];
  let before: Statement | undefined;
  for (const statement of askedByGuard(statements)) {
    const whole = step(statement);
    const short = before?.kind === "read" && before.next ? readInPlace(before, whole) : undefined;
    before = statement;
    // What is used once needs no name.
    if (short !== undefined) made.pop();
    const next = short ?? whole;
    // Where this fails whatever the value is, nothing that comes before it matters.
    if (isExit(next)) return next;
    for (const item of next) made.push(item);
    if (ends(next)) break;
  }
  return callsLast(made);
}

function step(statement: Statement): Block {
  const wrong = failTest(statement);
  if (wrong !== undefined) return when(wrong, [no]);
  switch (statement.kind) {
    case "if": {
      const [then, otherwise] = [steps(statement.then), steps(statement.else)];
      if (statement.refusesAbsent === true || (isExit(then) && isExit(otherwise))) return otherwise;
      // What goes on after an exit need not be nested.
      if (isExit(then)) return [...when(statement.test, then), ...otherwise];
      return isExit(otherwise) ? [...when(not(statement.test), otherwise), ...then] : when(statement.test, then, otherwise);
    }
    case "for": {
      const loop = { kind: "for", head: statement.head, body: steps(statement.body) } as const;
      const { idle } = statement;
      // Whatever it comes to, the first turn of the loop says no.
      if (idle !== undefined && isExit(loop.body)) return [...idle.before, ...when(not(idle.test), loop.body)];
      return idle === undefined ? [loop] : [...idle.before, ...when(not(idle.test), [loop])];
    }
    case "switch": {
      const otherwise = steps(statement.default);
      const all = statement.cases.map(({ labels, body }) => ({ labels, body: steps(body) }));
      // Different issues are the same answer.
      const cases = isExit(otherwise) ? all.filter(({ body }) => !isExit(body)) : all;
      return [{ ...statement, cases, default: otherwise }];
    }
    case "onward":
      return [];
    case "one":
      return [{ kind: "count", name: statement.count, tests: statement.tests }, ...when(different(statement.count, code`1`), [no])];
    case "read":
      return statement.guarded === undefined ? [statement] : [{ ...statement, members: statement.guarded }];
    // Each as it is. A failure has a test; what is said of properties is written out, and so is what a guard does by itself.
    case "line":
    case "ask":
    case "count":
    case "return":
    case "fail":
    case "none":
    case "nested":
    case "member":
    case "forms":
      return [statement];
  }
}

/** A test of a property without a name for it. */
function readInPlace({ from, members }: Statement & { readonly kind: "read" }, block: Block): Block | undefined {
  const member = members[0];
  const only = block[0];
  if (member === undefined || only?.kind !== "if" || block.length > 1 || only.else.length > 0 || !isExit(only.then)) return undefined;
  const test = instead(only.test, member.as, access(from, member.name));
  return test === undefined ? undefined : [conditional(test, only.then, only.else)];
}

/** When a statement finds an issue, as one test; `undefined` where it takes more than an expression. */
function failTest(statement: Statement): Test | undefined {
  switch (statement.kind) {
    case "fail":
    case "none":
      return always;
    case "onward":
      return never;
    case "nested":
      return not(fits(statement.call, "guard"));
    case "if":
      return failTestOfIf(statement);
    case "member":
      return failTestOf(statement.block);
    case "forms":
      return failTestOf(statement.guard);
    case "line":
    case "read":
    case "ask":
    case "count":
    case "one":
    case "for":
    case "switch":
    case "return":
      return undefined;
  }
}

function failTestOfIf({ test, then, else: otherwise, refusesAbsent }: Statement & { readonly kind: "if" }): Test | undefined {
  const inThen = failTestOf(then);
  const inElse = failTestOf(otherwise);
  if (inThen === undefined || inElse === undefined) return undefined;
  if (refusesAbsent === true) return inElse;
  if (isKnown(inThen, true)) return or(test, inElse);
  if (isKnown(inElse, true)) return or(not(test), inThen);
  return isKnown(inElse, false) ? and(test, inThen) : undefined;
}

function failTestOf(block: Block): Test | undefined {
  const tests: Test[] = [];
  for (const statement of block) {
    const test = failTest(statement);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return anyOf(tests);
}

/** The same, with an answer wherever it ends. */
function finished(block: Block): Block {
  const last = block.at(-1);
  const before = block.slice(0, -1);
  if (last?.kind === "return") return block;
  if (last?.kind === "if" && last.else.length === 0 && isExit(last.then)) return [...before, { kind: "return", value: not(last.test) }];
  if (last?.kind === "switch") {
    const cases = last.cases.map(({ labels, body }) => ({ labels, body: finished(body) }));
    return [...before, { ...last, cases, default: finished(last.default) }];
  }
  if (last?.kind === "if" && last.else.length > 0) return [...before, ...when(last.test, finished(last.then)), ...finished(last.else)];
  // What is left to look at need not be nested.
  if (last?.kind === "if" && last.else.length === 0) return [...before, ...when(not(last.test), [yes]), ...finished(last.then)];
  return [...block, yes];
}
