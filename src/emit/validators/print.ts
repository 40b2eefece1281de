/** The text of statements. Each line is made once, at the depth where it stands. */
import { access, code, empty, indentation, join, propertyKey, type Code } from "../print/code.js";
import type { Call } from "./callee.js";
import { ends, line, when, type Added, type Block, type Fail, type Statement } from "./statement.js";
import { and, atom, printCall, printLongTest, printTest, same, type Test } from "./test.js";

/** Columns up to which a statement stays on one line, indentation not counted. */
const statementColumns = 130;

/** Columns up to which the members of an object are read on one line. */
const readColumns = 120;

/** Columns up to which the alternatives that fit are counted on one line. */
const countWidth = 100;

/** The local name of something of `runtime/issues.ts`: asking for it imports it. */
export type Runtime = (name: string) => Code;

export function printLines(statements: Block, depth: number, runtime: Runtime): Code {
  const pad = indentation(depth);
  let lines = empty;
  // Joined, the text would be copied once per level of nesting.
  for (const statement of statements) {
    if (statement.kind === "read" && statement.members.length === 0) continue;
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
    case "onward":
      return statement.make();
    case "read":
      return printRead(statement, depth);
    case "ask":
      return printAsk(statement);
    case "fail":
    case "none":
    case "nested":
      return code`${added(statement, runtime)};`;
    case "member":
      return code`${statement.print()};`;
    // Each form has been taken by now.
    case "forms":
      return printLines(statement.block, depth, runtime);
    case "count":
      return printCount(statement, depth, runtime);
    case "one":
      return join(
        counted(statement).map((each, index) => (index === 0 ? print(each, depth, runtime) : printLines([each], depth, runtime))),
        "\n",
      );
    case "if":
      return printIf(statement, depth, runtime);
    case "for":
      return code`${statement.head} ${block(statement.body, depth, runtime)}`;
    case "switch":
      return printSwitch(statement, depth, runtime);
    case "return":
      return printReturn(statement.value, depth, runtime);
  }
}

function printRead({ from, members }: Statement & { readonly kind: "read" }, depth: number): Code {
  const [only] = members;
  if (only !== undefined && members.length === 1) return code`const ${only.as} = ${access(from, only.name)};`;
  const names = members.map(({ name, as }) => (name === as ? as : code`${propertyKey(name)}: ${as}`));
  const whole = code`const { ${join(names, ", ")} } = ${from};`;
  if (whole.length <= readColumns) return whole;
  const lines = names.map((name) => code`${indentation(depth + 1)}${name},`);
  return code`const {\n${join(lines, "\n")}\n${indentation(depth)}} = ${from};`;
}

function printAsk({ name, call, form, after }: Statement & { readonly kind: "ask" }): Code {
  const asked = printCall(call, form);
  return after === undefined ? code`const ${name} = ${asked};` : code`const ${name} = ${after}.all.length === 0 ? ${after} : ${asked};`;
}

/** The issues that a statement adds, as a call that gives all of them. */
export function added(statement: Statement & { readonly kind: "fail" | "none" | "nested" }, runtime: Runtime): Code {
  switch (statement.kind) {
    case "fail":
      return failCall(statement, runtime);
    case "nested":
      return printCall(statement.call, "check", placeOf(statement.path, runtime));
    case "none": {
      const alternatives = statement.alternatives.map(printInner);
      const keyword = statement.keyword === "anyOf" ? code`"anyOf"` : code`"oneOf"`;
      return code`${runtime("failAlternatives")}(${join([code`issues`, keyword, code`[${join(alternatives, ", ")}]`, code`[${join(statement.path, ", ")}]`], ", ")})`;
    }
  }
}

/** The issues that another check finds, asked for here or before. */
function printInner(inner: Call | Code): Code {
  return typeof inner === "string" ? inner : printCall(inner, "check");
}

/** The issues as a check of a part of the value is handed them. */
export function placeOf(path: readonly Code[], runtime: Runtime): Code {
  return path.reduce((place, key) => code`${runtime("at")}(${place}, ${key})`, code`issues`);
}

function failCall({ by, expected, more = [], path }: Fail, runtime: Runtime): Code {
  const keys = code`[${join(path, ", ")}]`;
  return code`${runtime(by)}(${join([code`issues`, keys, ...(expected === undefined ? [] : [expected]), ...more], ", ")})`;
}

type One = Statement & { readonly kind: "one" };

/** How many alternatives fit, and what is wrong when it is not one. */
function counted({ count, tests, none, several }: One): Block {
  const more: Statement = { kind: "if", test: atom(code`${count} > 1`), then: [several], else: [] };
  return [
    { kind: "count", name: count, tests },
    { kind: "if", test: same(count, code`0`), then: [none], else: [more] },
  ];
}

function printCount({ name, tests }: Statement & { readonly kind: "count" }, depth: number, runtime: Runtime): Code {
  const terms = tests.map((test) => code`Number(${printTest(test)})`);
  const sum = join(terms, " + ");
  if (sum.length <= countWidth) return code`const ${name} = ${sum};`;
  const step: Block = [line(code`${name} += 1;`)];
  // A second one that fits is one too many: the others are not asked.
  const isOpen = atom(code`${name} < 2`, code`${name} >= 2`);
  const steps = tests.flatMap((test, index) => when(index < 2 ? test : and(isOpen, test), step));
  return code`let ${name} = 0;\n${printLines(steps, depth, runtime)}`;
}

function printReturn(value: Code | Test | Added, depth: number, runtime: Runtime): Code {
  if (typeof value === "string") return code`return ${value};`;
  if (value.kind === "added") {
    const issues = added(value.by, runtime);
    return value.first ? code`return ${runtime("onlyFirst")}(${issues});` : code`return ${issues};`;
  }
  const whole = printTest(value);
  if (whole.length <= statementColumns) return code`return ${whole};`;
  const long = printLongTest(value, statementColumns - 8, depth);
  return long === whole ? code`return ${whole};` : code`return (${long});`;
}

function printIf(statement: Statement & { readonly kind: "if" }, depth: number, runtime: Runtime): Code {
  const { test, then, else: otherwise } = statement;
  const only = then[0];
  // A nested `if` would take the `else` for its own.
  const head =
    then.length === 1 && only !== undefined && isSimple(only)
      ? ifLine(test, print(only, depth, runtime), depth)
      : code`if (${printLongTest(test, statementColumns - 8, depth)}) ${block(then, depth, runtime)}`;
  if (otherwise.length === 0) return head;
  const next = otherwise[0];
  const short = otherwise.length === 1 && next !== undefined && (next.kind === "if" || isSimple(next));
  const tail = short ? print(next, depth, runtime) : block(otherwise, depth, runtime);
  return head.endsWith("}") ? code`${head} else ${tail}` : code`${head}\n${indentation(depth)}else ${tail}`;
}

/** `if (test) body`, on one line where it fits. */
function ifLine(test: Test, body: Code, depth: number): Code {
  const whole = code`if (${printTest(test)}) ${body}`;
  if (whole.length <= statementColumns) return whole;
  return code`if (${printLongTest(test, statementColumns - 8, depth)}) {\n${indentation(depth + 1)}${body}\n${indentation(depth)}}`;
}

/** Whether a statement may stand after `if` without braces: no declaration does. */
function isSimple(statement: Statement): boolean {
  const { kind } = statement;
  if (kind === "line") return !/^(?:const|let) /.test(statement.text);
  return kind === "fail" || kind === "none" || kind === "nested" || kind === "member" || kind === "return";
}

function printSwitch({ on, cases, default: otherwise }: Statement & { readonly kind: "switch" }, depth: number, runtime: Runtime): Code {
  const pad = indentation(depth + 1);
  const inner = indentation(depth + 2);
  const branches = cases.map(({ labels, body }) => {
    const heads = labels.map((label) => code`${pad}case ${label}:`);
    const lines = body.length === 0 ? [] : [printLines(body, depth + 2, runtime)];
    const end = ends(body) ? [] : [code`${inner}break;`];
    // A case is no scope: names declared in it need one.
    const scoped = body.some(({ kind }) => kind === "line" || kind === "read" || kind === "ask" || kind === "one" || kind === "count");
    if (!scoped) return join([...heads, ...lines, ...end], "\n");
    return code`${join(heads, "\n")} {\n${join([...lines, ...end], "\n")}\n${pad}}`;
  });
  const last = otherwise.length === 0 ? [] : [code`${pad}default:\n${printLines(otherwise, depth + 2, runtime)}`];
  return code`switch (${on}) {\n${join([...branches, ...last], "\n")}\n${indentation(depth)}}`;
}

function block(statements: Block, depth: number, runtime: Runtime): Code {
  return code`{\n${printLines(statements, depth + 1, runtime)}\n${indentation(depth)}}`;
}
