/** Statements without what is known already where they stand, and without names that nothing uses. */
import { access } from "../print/code.js";
import { Knowledge } from "./knowledge.js";
import { ends, isEnd, when, type Block, type Case, type If, type Statement } from "./statement.js";
import { isKnown, or, same } from "./test.js";
import { withoutUnused } from "./unused.js";

type Switch = Statement & { readonly kind: "switch" };

/**
 * The same block for a program that may be compiled with `noUnusedLocals`, and in which TypeScript finds no comparison that is decided.
 * Nothing is to be added to it that leaves the function: what comes after an exit is taken for known.
 */
export const tidied = (block: Block): Block => withoutUnused(settled(block, new Knowledge()));

function settled(block: Block, known: Knowledge): Block {
  let made: Statement[] | undefined;
  for (const [index, statement] of block.entries()) {
    const other = settle(statement, known);
    if (other !== undefined) made ??= block.slice(0, index);
    if (made !== undefined) for (const item of other ?? [statement]) made.push(item);
    if (other === undefined ? isEnd(statement) : ends(other))
      return made ?? (index === block.length - 1 ? block : block.slice(0, index + 1));
  }
  return made ?? block;
}

/**
 * What stands in place of a statement; `undefined` where it stays as it is.
 * @param known What is known before the statement; after it, what is known then.
 */
function settle(statement: Statement, known: Knowledge): Block | undefined {
  switch (statement.kind) {
    case "if":
      return settleIf(statement, known);
    case "for": {
      const body = known.aside(() => settled(statement.body, known));
      return body === statement.body ? undefined : [{ ...statement, body }];
    }
    case "switch":
      return settleSwitch(statement, known);
    case "forms":
      return settled(statement.block, known);
    case "count":
    case "one":
      return [{ ...statement, tests: statement.tests.map((test) => known.settle(test)) }];
    case "return": {
      const { value } = statement;
      if (typeof value === "string" || value.kind === "added") return undefined;
      const test = known.settle(value);
      return test === value ? undefined : [{ kind: "return", value: test }];
    }
    case "read":
      for (const { name, as } of statement.members) known.copy(access(statement.from, name), as);
      return undefined;
    case "line": {
      const [, name, value] = /^const (\w+) = (.*);$/.exec(statement.text) ?? [];
      if (name !== undefined && value !== undefined) known.copy(value, name);
      return undefined;
    }
    // Test nothing; what is asked of a property in one call is asked there.
    case "onward":
    case "ask":
    case "fail":
    case "nested":
    case "none":
    case "member":
      return undefined;
  }
}

function settleIf(statement: If, known: Knowledge): Block | undefined {
  const test = known.settle(statement.test);
  if (test.kind === "known") return settled(test.value ? statement.then : statement.else, known);
  let [then, otherwise] = [statement.then, statement.else];
  known.learnEither(
    () => {
      then = settled(then, known.learn(test, true));
      return !ends(then);
    },
    () => {
      otherwise = settled(otherwise, known.learn(test, false));
      return !ends(otherwise);
    },
  );
  return test === statement.test && then === statement.then && otherwise === statement.else ? undefined : when(test, then, otherwise);
}

function settleSwitch(statement: Switch, known: Knowledge): Block {
  const cases: Case[] = [];
  for (const { labels, body } of statement.cases) {
    const open = labels.filter((label) => !isKnown(known.settle(same(statement.on, label)), false));
    if (open.some((label) => isKnown(known.settle(same(statement.on, label)), true))) return settled(body, known);
    const isOne = or(...open.map((label) => same(statement.on, label)));
    if (open.length > 0) cases.push({ labels: open, body: known.aside(() => settled(body, known.learn(isOne, true))) });
  }
  if (cases.length === 0) return settled(statement.default, known);
  return [{ ...statement, cases, default: known.aside(() => settled(statement.default, known)) }];
}
