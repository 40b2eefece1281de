/**
 * The order in which a guard looks at what it asks of a value: first what it can answer by itself, then what other checks answer for it.
 * Until something is called the shape of an object is known, and most of what is wrong is found out before.
 */
import type { Call } from "./callee.js";
import { isExit, type Block, type Statement } from "./statement.js";
import type { Test } from "./test.js";

export function callsLast(block: Block): Block {
  const made: Statement[] = [];
  const calls: Statement[] = [];
  for (const [index, statement] of block.entries()) {
    // A name that only the next statement uses goes where that one goes.
    const next = statement.kind === "read" && statement.next ? block[index + 1] : undefined;
    if (isCall(next ?? statement)) calls.push(statement);
    else {
      if (!goesOn(statement)) for (const call of calls.splice(0)) made.push(call);
      made.push(statement);
    }
  }
  return calls.length === 0 ? made : [...made, ...calls];
}

/** Whether a statement is out where a call says no, and does nothing else. */
function isCall(statement: Statement): boolean {
  return statement.kind === "if" && statement.else.length === 0 && isExit(statement.then) && asks(statement.test);
}

/** Whether a test calls other checks, and none of them notes what it has looked at. */
function asks(test: Test): boolean {
  const calls = callsOf(test);
  return calls.length > 0 && !calls.some(({ marks }) => marks);
}

function callsOf(test: Test): readonly Call[] {
  switch (test.kind) {
    case "fits":
      return [test.call];
    case "and":
    case "or":
      return test.operands.flatMap(callsOf);
    case "known":
    case "atom":
    case "same":
      return [];
  }
}

/** Whether a call may as well come after a statement: what follows is reached wherever it finds nothing wrong, and it notes nothing. */
function goesOn(statement: Statement): boolean {
  switch (statement.kind) {
    case "read":
      return true;
    case "if":
      return (isExit(statement.then) || statement.then.every(goesOn)) && statement.else.every(goesOn);
    case "for":
      return statement.body.every(goesOn);
    case "return":
    case "fail":
    case "none":
    case "nested":
    case "member":
    case "forms":
    case "line":
    case "onward":
    case "ask":
    case "count":
    case "one":
    case "switch":
      return false;
  }
}
