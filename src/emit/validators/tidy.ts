/** Statements without what is known already where they stand, and without names that nothing uses. */
import { access } from "../print/code.js";
import { Knowledge } from "./knowledge.js";
import { ends, when, type Block, type If, type Statement } from "./statement.js";
import { or, same } from "./test.js";
import { withoutUnused } from "./unused.js";

/**
 * The same block for a program that may be compiled with `noUnusedLocals`, and in which TypeScript finds no comparison that is decided.
 * Nothing is to be added to it that leaves the function: what comes after an exit is taken for known.
 */
export const tidied = (block: Block): Block => withoutUnused(settled(block, new Knowledge()));

function settled(block: Block, known: Knowledge): Block {
  const made: Statement[] = [];
  for (const statement of block) {
    made.push(...settle(statement, known));
    if (ends(made)) break;
  }
  return made.length === block.length && made.every((statement, index) => statement === block[index]) ? block : made;
}

/** @param known What is known before the statement; after it, what is known then. */
function settle(statement: Statement, known: Knowledge): Block {
  switch (statement.kind) {
    case "if":
      return settleIf(statement, known);
    case "for": {
      const body = settled(statement.body, known.fork());
      return [body === statement.body ? statement : { ...statement, body }];
    }
    case "switch": {
      const cases = statement.cases.map(({ labels, body }) => ({
        labels,
        body: settled(body, known.fork().learn(or(...labels.map((label) => same(statement.on, label))), true)),
      }));
      return [{ ...statement, cases, default: settled(statement.default, known.fork()) }];
    }
    case "count":
    case "one":
      return [{ ...statement, tests: statement.tests.map((test) => known.settle(test)) }];
    case "return":
      return [
        typeof statement.value === "string" || statement.value.kind === "added"
          ? statement
          : { ...statement, value: known.settle(statement.value) },
      ];
    case "read":
      for (const { name, as } of statement.members) known.copy(access(statement.from, name), as);
      return [statement];
    case "line": {
      const [, name, value] = /^const (\w+) = (.*);$/.exec(statement.text) ?? [];
      if (name !== undefined && value !== undefined) known.copy(value, name);
      return [statement];
    }
    // Test nothing; what is asked of a property in one call is asked there.
    case "onward":
    case "ask":
    case "fail":
    case "nested":
    case "none":
    case "member":
      return [statement];
  }
}

function settleIf(statement: If, known: Knowledge): Block {
  const test = known.settle(statement.test);
  if (test.kind === "known") return settled(test.value ? statement.then : statement.else, known);
  const [ifTrue, ifFalse] = [known.fork().learn(test, true), known.fork().learn(test, false)];
  const then = settled(statement.then, ifTrue);
  const otherwise = settled(statement.else, ifFalse);
  known.learnEither([...(ends(then) ? [] : [ifTrue]), ...(ends(otherwise) ? [] : [ifFalse])]);
  return test === statement.test && then === statement.then && otherwise === statement.else ? [statement] : when(test, then, otherwise);
}
