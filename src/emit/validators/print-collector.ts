/** The form of a check that adds what is wrong to the issues it is handed. */
import { code, type Code } from "../print/code.js";
import { placeOf, printLines, type Runtime } from "./print.js";
import { alwaysFails, conditional, when, type Block, type Statement } from "./statement.js";
import { tidied } from "./tidy.js";
import { atom, fits, not, same } from "./test.js";

const done: Statement = { kind: "return", value: code`issues` };

/** Everything that is wrong, from the first statement to `return`, one step in. */
export function printAll(statements: Block, runtime: Runtime): Code {
  const [first, ...rest] = statements;
  // A value of the wrong type has one thing wrong with it: out at once, and the rest need not be nested.
  const only = first?.kind === "if" && rest.length === 0 && first.then.length === 1 ? first.then[0] : undefined;
  if (first?.kind === "if" && (only?.kind === "fail" || only?.kind === "none")) {
    const out: Block = [conditional(first.test, [{ kind: "return", value: { kind: "added", by: only, first: false } }], [])];
    return code`${printLines(out, 1, runtime)}\n${printRest(first.else, runtime)}`;
  }
  const whole = first?.kind === "if" && rest.length === 0 && first.else.length === 0 && first.then.length > 1;
  if (!whole) return printRest(statements, runtime);
  // The same for a value that there is nothing to say of.
  const out: Block = [conditional(not(first.test), [done], [])];
  return code`${printLines(out, 1, runtime)}\n${printAll(first.then, runtime)}`;
}

function printRest(statements: Block, runtime: Runtime): Code {
  const last = statements.at(-1);
  const ends = last?.kind === "fail" || last?.kind === "none" || (last?.kind === "nested" && last.path.length === 0);
  return printLines(
    ends ? [...statements.slice(0, -1), { kind: "return", value: { kind: "added", by: last, first: false } }] : [...statements, done],
    1,
    runtime,
  );
}

/** The first thing that is wrong. */
export function printFirst(statements: Block, runtime: Runtime): Code {
  const body = firstOf(statements, runtime);
  return printLines(tidied(body.at(-1)?.kind === "return" ? body : [...body, done]), 1, runtime);
}

function firstOf(statements: Block, runtime: Runtime): Block {
  const made: Statement[] = [];
  for (const statement of statements) {
    for (const item of firstStep(statement, runtime)) made.push(item);
    if (made.at(-1)?.kind === "return") break;
  }
  return made;
}

function firstStep(statement: Statement, runtime: Runtime): Block {
  const inside = (block: Block): Block => firstOf(block, runtime);
  switch (statement.kind) {
    case "fail":
      return [{ kind: "return", value: { kind: "added", by: statement, first: false } }];
    // The alternative that comes closest can have several.
    case "none":
      return [{ kind: "return", value: { kind: "added", by: statement, first: true } }];
    case "onward":
      return [];
    // Asked for its issues at once: a guard before it would walk through all that is below it once more, at every level.
    case "nested": {
      return when(not(fits(statement.call, "check", placeOf(statement.path, runtime))), [done]);
    }
    case "one": {
      const { count, tests, none, several } = statement;
      return [
        { kind: "count", name: count, tests },
        ...when(same(count, code`0`), inside([none])),
        ...when(atom(code`${count} > 1`), inside([several])),
      ];
    }
    case "if": {
      const [then, otherwise] = [inside(statement.then), inside(statement.else)];
      return alwaysFails(statement.then) ? [...when(statement.test, then), ...otherwise] : when(statement.test, then, otherwise);
    }
    case "forms":
      return inside(statement.block);
    case "for":
      return [{ ...statement, body: inside(statement.body) }];
    case "switch": {
      const cases = statement.cases.map(({ labels, body }) => ({ labels, body: inside(body) }));
      return [{ ...statement, cases, default: inside(statement.default) }];
    }
    // Each as it is. A call that collects all issues of a property is not made where the first one ends the check.
    case "line":
    case "read":
    case "ask":
    case "count":
    case "member":
    case "return":
      return [statement];
  }
}
