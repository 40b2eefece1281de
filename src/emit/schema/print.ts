/** The text of a check's body. Each line is made once, at the depth where it stands. */
import { code, empty, indentation, join, type Code } from "../code.js";
import type { Block, Statement } from "./statement.js";
import { printLongTest, printTest } from "./test.js";

/** Columns up to which a statement stays on one line, indentation not counted. */
const width = 130;

/** The local name of something of `runtime/validate.ts`: asking for it imports it. */
export type Runtime = (name: "fail" | "missing" | "within" | "Issues") => Code;

/** From the first statement to `return`, one step in. */
export function printBody(statements: Block, runtime: Runtime): Code {
  const [first, ...rest] = statements;
  // A value of the wrong type has one thing wrong with it: out at once, and the rest need not be nested.
  if (first?.kind === "if" && rest.length === 0 && first.then.length === 1 && first.then[0]?.kind === "fail") {
    const out = code`return ${failCall(first.then[0], code`undefined`, runtime)};`;
    return code`${indentation(1)}${ifLine(first, out, 1)}\n${printRest(first.else, runtime)}`;
  }
  return printRest(statements, runtime);
}

function printRest(statements: Block, runtime: Runtime): Code {
  const lines = (all: Block): Code => printLines(all, 1, runtime);
  const pad = indentation(1);
  const [first, ...rest] = statements;
  if (first?.kind === "fail" && rest.length === 0) return code`${pad}return ${failCall(first, code`undefined`, runtime)};`;
  if (!statements.some(mentionsIssues)) return code`${lines(statements)}${statements.length > 0 ? code`\n` : empty}${pad}return undefined;`;
  if (first?.kind !== "within" || first.path.length > 0) {
    return code`${pad}let issues: ${runtime("Issues")};\n${lines(statements)}\n${pad}return issues;`;
  }
  // The first issues there can be: nothing to add them to.
  if (rest.length === 0) return code`${pad}return ${first.inner};`;
  const declaration = rest.some(mentionsIssues) ? code`let` : code`const`;
  return code`${pad}${declaration} issues = ${first.inner};\n${lines(rest)}\n${pad}return issues;`;
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

function printLines(statements: Block, depth: number, runtime: Runtime): Code {
  const pad = indentation(depth);
  let lines = empty;
  // Joined, the text would be copied once per level of nesting.
  for (const statement of statements) {
    const printed = print(statement, depth, runtime);
    lines = lines === empty ? code`${pad}${printed}` : code`${lines}\n${pad}${printed}`;
  }
  return lines;
}

/** Without the indentation of the first line: what stands before it may be an `else`. */
function print(statement: Statement, depth: number, runtime: Runtime): Code {
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
      return printIf(statement, depth, runtime);
    case "for":
      return code`${statement.head} ${block(statement.body, depth, runtime)}`;
    case "switch":
      return printSwitch(statement, depth, runtime);
  }
}

function printNone({ call, keyword, alternatives, path }: Statement & { readonly kind: "none" }): Code {
  return code`issues = ${call}(${join([code`issues`, keyword, code`[${join(alternatives, ", ")}]`, ...path], ", ")});`;
}

function printIf(statement: Statement & { readonly kind: "if" }, depth: number, runtime: Runtime): Code {
  const { test, then, else: otherwise } = statement;
  const only = then[0];
  // A nested `if` would take the `else` for its own.
  const head =
    then.length === 1 && only !== undefined && isSimple(only)
      ? ifLine(statement, print(only, depth, runtime), depth)
      : code`if (${printLongTest(test, width - 8, depth)}) ${block(then, depth, runtime)}`;
  if (otherwise.length === 0) return head;
  const next = otherwise[0];
  const short = otherwise.length === 1 && next !== undefined && (next.kind === "if" || isSimple(next));
  const tail = short ? print(next, depth, runtime) : block(otherwise, depth, runtime);
  return head.endsWith("}") ? code`${head} else ${tail}` : code`${head}\n${indentation(depth)}else ${tail}`;
}

/** `if (test) body`, on one line where it fits. */
function ifLine({ test }: Statement & { readonly kind: "if" }, body: Code, depth: number): Code {
  const whole = code`if (${printTest(test)}) ${body}`;
  if (whole.length <= width) return whole;
  return code`if (${printLongTest(test, width - 8, depth)}) {\n${indentation(depth + 1)}${body}\n${indentation(depth)}}`;
}

function isSimple({ kind }: Statement): boolean {
  return kind !== "if" && kind !== "for" && kind !== "switch";
}

function printSwitch({ on, cases, default: otherwise }: Statement & { readonly kind: "switch" }, depth: number, runtime: Runtime): Code {
  const pad = indentation(depth + 1);
  const inner = indentation(depth + 2);
  const branches = cases.map(({ labels, body }) => {
    const heads = labels.map((label) => code`${pad}case ${label}:`);
    const statements = body.map((statement) => code`${inner}${print(statement, depth + 2, runtime)}\n`);
    // A case is no scope: names declared in it need one.
    const scoped = body.some(({ kind }) => kind === "line");
    return code`${join(heads, "\n")}${scoped ? code` {` : empty}\n${join(statements, "")}${inner}break;${scoped ? code`\n${pad}}` : empty}`;
  });
  const last = otherwise.length === 0 ? [] : [code`${pad}default:\n${printLines(otherwise, depth + 2, runtime)}`];
  return code`switch (${on}) {\n${join([...branches, ...last], "\n")}\n${indentation(depth)}}`;
}

function block(statements: Block, depth: number, runtime: Runtime): Code {
  return code`{\n${printLines(statements, depth + 1, runtime)}\n${indentation(depth)}}`;
}

function failCall({ keyword, message, path }: Statement & { readonly kind: "fail" }, issues: Code, runtime: Runtime): Code {
  return code`${runtime("fail")}(${join([issues, keyword, message, ...path], ", ")})`;
}
