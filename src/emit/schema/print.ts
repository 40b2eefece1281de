/** The text of a check's body. */
import { code, indent, join, type Code } from "../code.js";
import type { Block, Statement } from "./statement.js";
import { printLongTest, printTest } from "./test.js";

/** Columns up to which a statement stays on one line. */
const width = 130;

/** The local name of a function of `runtime/validate.ts`: asking for it imports it. */
export type Runtime = (name: "fail" | "missing" | "within") => Code;

/** From the first statement to `return`. */
export function printBody(statements: Block, runtime: Runtime): Code {
  const [first, ...rest] = statements;
  // A value of the wrong type has one thing wrong with it: out at once, and the rest need not be nested.
  if (first?.kind === "if" && rest.length === 0 && first.then.length === 1 && first.then[0]?.kind === "fail") {
    const out = code`return ${failCall(first.then[0], code`undefined`, runtime)};`;
    return join([ifLine(first, out), printRest(first.else, runtime)], "\n");
  }
  return printRest(statements, runtime);
}

function printRest(statements: Block, runtime: Runtime): Code {
  const printed = (statement: Statement): Code => print(statement, runtime);
  const [first, ...rest] = statements;
  if (first?.kind === "fail" && rest.length === 0) return code`return ${failCall(first, code`undefined`, runtime)};`;
  if (!statements.some(mentionsIssues)) return join([...statements.map(printed), code`return undefined;`], "\n");
  if (first?.kind !== "within" || first.path.length > 0) {
    return join([code`let issues: Issues;`, ...statements.map(printed), code`return issues;`], "\n");
  }
  // The first issues there can be: nothing to add them to.
  if (rest.length === 0) return code`return ${first.inner};`;
  const declaration = rest.some(mentionsIssues) ? code`let` : code`const`;
  return join([code`${declaration} issues = ${first.inner};`, ...rest.map(printed), code`return issues;`], "\n");
}

function mentionsIssues(statement: Statement): boolean {
  switch (statement.kind) {
    case "line":
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

function print(statement: Statement, runtime: Runtime): Code {
  switch (statement.kind) {
    case "line":
      return statement.text;
    case "fail":
      return code`issues = ${failCall(statement, code`issues`, runtime)};`;
    case "missing":
      return code`issues = ${runtime("missing")}(${join([code`issues`, ...statement.path], ", ")});`;
    case "within":
      return code`issues = ${runtime("within")}(${join([code`issues`, statement.inner, ...statement.path], ", ")});`;
    case "none":
      return printNone(statement);
    case "if":
      return printIf(statement, runtime);
    case "for":
      return code`${statement.head} ${block(statement.body, runtime)}`;
    case "switch":
      return printSwitch(statement, runtime);
  }
}

function printNone({ call, keyword, alternatives, path }: Statement & { readonly kind: "none" }): Code {
  return code`issues = ${call}(${join([code`issues`, keyword, code`[${join(alternatives, ", ")}]`, ...path], ", ")});`;
}

function printIf(statement: Statement & { readonly kind: "if" }, runtime: Runtime): Code {
  const { test, then, else: otherwise } = statement;
  const [only] = then;
  // A nested `if` would take the `else` for its own.
  const head =
    then.length === 1 && only !== undefined && isSimple(only)
      ? ifLine(statement, print(only, runtime))
      : code`if (${printLongTest(test, width - 8)}) ${block(then, runtime)}`;
  if (otherwise.length === 0) return head;
  const [next] = otherwise;
  const tail =
    otherwise.length === 1 && next !== undefined && (next.kind === "if" || isSimple(next))
      ? print(next, runtime)
      : block(otherwise, runtime);
  return head.endsWith("\n}") ? code`${head} else ${tail}` : code`${head}\nelse ${tail}`;
}

/** `if (test) body`, on one line where it fits. */
function ifLine({ test }: Statement & { readonly kind: "if" }, body: Code): Code {
  const whole = code`if (${printTest(test)}) ${body}`;
  return whole.length <= width ? whole : code`if (${printLongTest(test, width - 8)}) {\n${indent(body)}\n}`;
}

function isSimple({ kind }: Statement): boolean {
  return kind !== "if" && kind !== "for" && kind !== "switch";
}

function printSwitch({ on, cases, default: otherwise }: Statement & { readonly kind: "switch" }, runtime: Runtime): Code {
  const printed = (statement: Statement): Code => print(statement, runtime);
  const branches = cases.map(({ labels, body }) => {
    const heads = labels.map((label) => code`case ${label}:`);
    const statements = indent(join([...body.map(printed), code`break;`], "\n"));
    // A case is no scope: names declared in it need one.
    return body.some(({ kind }) => kind === "line")
      ? code`${join(heads, "\n")} {\n${statements}\n}`
      : code`${join(heads, "\n")}\n${statements}`;
  });
  const last = otherwise.length === 0 ? [] : [code`default:\n${indent(join(otherwise.map(printed), "\n"))}`];
  return code`switch (${on}) {\n${indent(join([...branches, ...last], "\n"))}\n}`;
}

function block(statements: Block, runtime: Runtime): Code {
  const printed = (statement: Statement): Code => print(statement, runtime);
  return code`{\n${indent(join(statements.map(printed), "\n"))}\n}`;
}

function failCall({ keyword, message, path }: Statement & { readonly kind: "fail" }, issues: Code, runtime: Runtime): Code {
  return code`${runtime("fail")}(${join([issues, keyword, message, ...path], ", ")})`;
}
