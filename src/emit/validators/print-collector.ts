/** The form of a check that tells what is wrong: `Issues`, which are `undefined` while nothing is. */
import { code, empty, indentation, isUsed, type Code } from "../print/code.js";
import { added, countLines, printInner, printLines, type Runtime } from "./print.js";
import { alwaysFails, line, when, type Block, type Statement } from "./statement.js";
import { isCutShort, withoutUnused } from "./unused.js";
import { atom, different, not, same } from "./test.js";

/** Everything that is wrong, from the first statement to `return`, one step in. */
export function printAll(statements: Block, runtime: Runtime): Code {
  const [first, ...rest] = statements;
  // A value of the wrong type has one thing wrong with it: out at once, and the rest need not be nested.
  const only = first?.kind === "if" && rest.length === 0 && first.then.length === 1 ? first.then[0] : undefined;
  if (first?.kind === "if" && only?.kind === "fail") {
    const out: Block = [{ ...first, then: [{ kind: "return", value: added(only, code`undefined`, runtime) }], else: [] }];
    return code`${printLines(out, 1, runtime)}\n${printRest(first.else, runtime)}`;
  }
  const whole = first?.kind === "if" && rest.length === 0 && first.else.length === 0 && first.then.length > 1;
  if (!whole) return printRest(statements, runtime);
  // The same for a value that there is nothing to say of.
  const out: Block = [{ kind: "if", test: not(first.test), then: [{ kind: "return", value: code`undefined` }], else: [] }];
  return code`${printLines(out, 1, runtime)}\n${printAll(first.then, runtime)}`;
}

function printRest(statements: Block, runtime: Runtime): Code {
  const lines = (all: Block): Code => printLines(all, 1, runtime);
  const pad = indentation(1);
  const [first, ...rest] = statements;
  if (rest.length === 0 && (first?.kind === "fail" || first?.kind === "none"))
    return code`${pad}return ${added(first, code`undefined`, runtime)};`;
  if (!statements.some(mentionsIssues)) return code`${lines(statements)}${statements.length > 0 ? code`\n` : empty}${pad}return undefined;`;
  if (first?.kind !== "within" || first.path.length > 0) {
    return code`${pad}let issues: ${runtime("Issues")};\n${lines(statements)}\n${pad}return issues;`;
  }
  // The first issues there can be: nothing to add them to.
  const inner = printInner(first.call);
  if (rest.length === 0) return code`${pad}return ${inner};`;
  const declaration = rest.some(mentionsIssues) ? code`let` : code`const`;
  return code`${pad}${declaration} issues = ${inner};\n${lines(rest)}\n${pad}return issues;`;
}

function mentionsIssues(statement: Statement): boolean {
  switch (statement.kind) {
    case "line":
    case "onward":
    case "read":
    case "ask":
    case "return":
      return false;
    case "if":
      return statement.then.some(mentionsIssues) || statement.else.some(mentionsIssues);
    case "for":
      return statement.body.some(mentionsIssues);
    case "switch":
      return statement.default.some(mentionsIssues) || statement.cases.some(({ body }) => body.some(mentionsIssues));
    default:
      return true;
  }
}

/** The first thing that is wrong. */
export function printFirst(statements: Block, runtime: Runtime): Code {
  const body = firstOf(statements, runtime);
  const whole: Block = body.at(-1)?.kind === "return" ? body : [...body, { kind: "return", value: code`undefined` }];
  const text = printLines(isCutShort(statements) ? withoutUnused(whole, runtime) : whole, 1, runtime);
  return statements.some(asks) && isUsed(code`issues`, text) ? code`${indentation(1)}let issues: ${runtime("Issues")};\n${text}` : text;
}

function firstOf(statements: Block, runtime: Runtime): Block {
  const made: Statement[] = [];
  for (const statement of statements) {
    made.push(...firstStep(statement, runtime));
    if (made.at(-1)?.kind === "return") break;
  }
  return made;
}

function firstStep(statement: Statement, runtime: Runtime): Block {
  const inside = (block: Block): Block => firstOf(block, runtime);
  switch (statement.kind) {
    case "fail":
      return [{ kind: "return", value: added(statement, code`undefined`, runtime) }];
    // The alternative that comes closest can have several.
    case "none":
      return [{ kind: "return", value: code`${runtime("onlyFirst")}(${added(statement, code`undefined`, runtime)})` }];
    case "onward":
      return [];
    case "within":
      return firstWithin(statement, runtime);
    case "one": {
      const { count, none, several } = statement;
      return [
        ...countLines(statement),
        ...when(same(count, code`0`), inside([none])),
        ...when(atom(code`${count} > 1`), inside([several])),
      ];
    }
    case "if": {
      const [then, otherwise] = [inside(statement.then), inside(statement.else)];
      return alwaysFails(statement.then) ? [...when(statement.test, then), ...otherwise] : when(statement.test, then, otherwise);
    }
    case "for":
      return [{ ...statement, body: inside(statement.body) }];
    case "switch": {
      const cases = statement.cases.map(({ labels, body }) => ({ labels, body: inside(body) }));
      return [{ ...statement, cases, default: inside(statement.default) }];
    }
    default:
      return [statement];
  }
}

/** Asked for its issues at once: a guard before it would walk through all that is below it once more, at every level. */
function firstWithin(statement: Statement & { readonly kind: "within" }, runtime: Runtime): Block {
  const { call, path } = statement;
  const inner = code`issues`;
  const out: Code = path.length === 0 ? inner : added({ ...statement, call: inner }, code`undefined`, runtime);
  return [line(code`issues = ${printInner(call)};`), ...when(different(inner, code`undefined`), [{ kind: "return", value: out }])];
}

function asks(statement: Statement): boolean {
  switch (statement.kind) {
    case "within":
      return true;
    case "if":
      return statement.then.some(asks) || statement.else.some(asks);
    case "for":
      return statement.body.some(asks);
    case "switch":
      return statement.default.some(asks) || statement.cases.some(({ body }) => body.some(asks));
    default:
      return false;
  }
}
