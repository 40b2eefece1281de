/** Names that nothing uses: what would have used them is decided already, or comes after a certain no. */
import { isUsed, type Code } from "../print/code.js";
import { mapBlocks } from "./blocks.js";
import type { Call } from "./callee.js";
import { when, type Block, type Statement } from "./statement.js";
import { textsOf, type Test } from "./test.js";

/** The same block without constants that it does not use: a program may be compiled with `noUnusedLocals`. */
export function withoutUnused(block: Block): Block {
  const kept: Statement[] = [];
  for (let index = block.length - 1; index >= 0; index -= 1) {
    const statement = block[index];
    const used = statement && usedOf(statement, kept);
    if (used !== undefined) kept.push(used);
  }
  const isSame = kept.length === block.length && kept.every((statement, index) => statement === block[block.length - 1 - index]);
  return isSame ? block : kept.reverse();
}

/** @param after What comes after the statement, in any order. */
function usedOf(statement: Statement, after: Block): Statement | undefined {
  switch (statement.kind) {
    case "read": {
      const members = statement.members.filter((member) => isNamedIn(after, member.as));
      if (members.length === statement.members.length) return statement;
      return members.length === 0 ? undefined : { ...statement, members };
    }
    case "ask":
    case "count":
      return isNamedIn(after, statement.name) ? statement : undefined;
    case "line": {
      const name = /^(?:const|let) (\w+)(?:: unknown)? = /.exec(statement.text)?.[1];
      return name === undefined || isNamedIn(after, name as Code) ? statement : undefined;
    }
    case "for": {
      const body = withoutUnused(statement.body);
      if (body.length === 0) return undefined;
      return body === statement.body ? statement : { ...statement, body };
    }
    case "if": {
      const [then, otherwise] = [withoutUnused(statement.then), withoutUnused(statement.else)];
      if (then === statement.then && otherwise === statement.else) return statement;
      return when(statement.test, then, otherwise)[0];
    }
    case "switch":
    case "forms":
      return mapBlocks(statement, withoutUnused);
    case "onward": // name nothing, or have no blocks
    case "fail":
    case "nested":
    case "none":
    case "return":
    case "member":
    case "one":
      return statement;
  }
}

/** Whether a name is used in a block. What was looked at last stands next to it, and most likely uses it. */
const isNamedIn = (block: Block, name: Code): boolean => block.findLast((statement) => isNamed(statement, name)) !== undefined;

function isNamed(statement: Statement, name: Code): boolean {
  const isIn = (text: Code | undefined): boolean => text !== undefined && isUsed(name, text);
  const isInCall = (call: Call): boolean => isIn(call.value) || call.more.some(isIn);
  switch (statement.kind) {
    case "line":
      return isIn(statement.text);
    case "onward":
      return isIn(statement.make());
    case "read":
    case "member":
      return isIn(statement.from);
    case "ask":
      return isInCall(statement.call) || isIn(statement.after);
    case "fail":
      return isIn(statement.expected) || statement.path.some(isIn) || (statement.more ?? []).some(isIn);
    case "nested":
      return isInCall(statement.call) || statement.path.some(isIn);
    case "none":
      return (
        statement.path.some(isIn) || statement.alternatives.some((asked) => (typeof asked === "string" ? isIn(asked) : isInCall(asked)))
      );
    case "count":
      return statement.tests.some((test) => isInTest(test, name));
    case "one":
      return statement.tests.some((test) => isInTest(test, name)) || isNamedIn([statement.none, statement.several], name);
    case "if":
      return isInTest(statement.test, name) || isNamedIn(statement.then, name) || isNamedIn(statement.else, name);
    case "forms":
      return isNamedIn(statement.block, name) || isNamedIn(statement.guard, name);
    case "for":
      return isIn(statement.head) || isNamedIn(statement.body, name);
    case "switch":
      return isIn(statement.on) || isNamedIn(statement.default, name) || statement.cases.some(({ body }) => isNamedIn(body, name));
    case "return":
      if (typeof statement.value === "string") return isIn(statement.value);
      return statement.value.kind === "added" ? isNamed(statement.value.by, name) : isInTest(statement.value, name);
  }
}

function isInTest(test: Test, name: Code): boolean {
  switch (test.kind) {
    case "known":
      return false;
    case "atom":
      return isUsed(name, test.text);
    case "same":
      return isUsed(name, test.left) || isUsed(name, test.right);
    case "fits":
      return textsOf(test).some((text) => isUsed(name, text));
    case "and":
    case "or":
      return test.operands.some((operand) => isInTest(operand, name));
  }
}
