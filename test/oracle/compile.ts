/** Asks the compiler which members of two sides are not the same. */
import { join } from "node:path";
import ts from "typescript";
import { temporaryFolder, tsc, writeFiles } from "../support/compile.js";
import type { Declarations } from "./declarations.js";
import { exactText, marks, type ExactOptions } from "./exact.js";

export interface Sides {
  readonly theirs: Declarations;
  readonly ours: Declarations;
  /** References to schemas, on each side, by the description's names. */
  readonly named: { readonly [Side in "theirs" | "ours"]: ExactOptions["named"] };
}

/** Members to be compared, by name. */
export interface Question {
  readonly sides: Sides;
  readonly names: readonly string[];
}

/** What the compiler says of the members that differ, by name. */
export type Answer = ReadonlyMap<string, string>;

/**
 * The members that differ, for each question. References to schemas are compared by their names first, so that a difference is
 * found where it is, not in all that refers to it; what differs then may be the same written with other references.
 */
export async function differing(questions: readonly Question[]): Promise<readonly Answer[]> {
  const byName = await compileMembers(questions);
  const open = questions.flatMap(({ sides }, index) => {
    const names = [...(byName[index]?.keys() ?? [])];
    return names.length === 0 ? [] : [{ index, question: { sides: { ...sides, named: wholeTypes }, names } }];
  });
  const answers = open.length === 0 ? [] : await compileMembers(open.map(({ question }) => question));
  const found = new Map(open.map(({ index }, place) => [index, answers[place]]));
  return questions.map(({ sides: { theirs } }, index) => {
    const own = byName[index] ?? new Map<string, string>();
    const answer = (name: string): string | undefined => (takesApart(theirs.members.get(name)) ? undefined : ownMessage(own.get(name)));
    return new Map(Array.from(found.get(index) ?? [], ([name, message]) => [name, answer(name) ?? message]));
  });
}

/** Whether a type is made of the properties of what it refers to: `WithRequired<T, K>`, `Omit<T, K>`. */
function takesApart(type: ts.Node | undefined): boolean {
  if (type === undefined) return false;
  return (ts.isTypeReferenceNode(type) && type.typeArguments?.length === 2) || ts.forEachChild(type, takesApart) === true;
}

/** What is said of a member itself, if it is: of another reference there is nothing to say but that it is another one. */
function ownMessage(message: string | undefined): string | undefined {
  return message === undefined || (/Named<|\[name\]/.test(message) && !message.includes("Type 'null' is not")) ? undefined : message;
}

const wholeTypes: Sides["named"] = { theirs: () => undefined, ours: () => undefined };

/** What types of data need of the standard library: without the rest the compiler starts at once. */
const library = `interface Array<T> { [index: number]: T; length: number }
interface ReadonlyArray<T> { readonly [index: number]: T; readonly length: number }
interface Boolean { valueOf(): boolean }
interface CallableFunction {}
interface Function {}
interface IArguments {}
interface NewableFunction {}
interface Number { toFixed(): string }
interface Object {}
interface RegExp {}
interface String { charAt(): string }
type Exclude<T, U> = T extends U ? never : T;
type Omit<T, K extends keyof any> = { [P in Exclude<keyof T, K>]: T[P] };
type Partial<T> = { [P in keyof T]?: T[P] };
`;

const compilerOptions = { strict: true, noEmit: true, noLib: true, target: "es2022", module: "nodenext", types: [] };

async function compileMembers(questions: readonly Question[]): Promise<readonly Answer[]> {
  const folder = await temporaryFolder();
  try {
    const modules = new Map(questions.flatMap((question, index) => modulesOf(question, String(index))));
    await writeFiles(folder.path, [
      { path: "library.d.ts", text: library },
      { path: "marks.ts", text: marks },
      { path: "tsconfig.json", text: JSON.stringify({ compilerOptions, include: ["*.ts"] }) },
      ...Array.from(modules, ([path, text]) => ({ path, text })),
    ]);
    const { output } = await tsc(join(folder.path, "tsconfig.json"), "7");
    return answersOf(output, questions, modules);
  } finally {
    await folder.remove();
  }
}

/** Both sides, and the module that compares them. */
function modulesOf({ sides: { theirs, ours, named }, names }: Question, key: string): readonly (readonly [string, string])[] {
  const checks = names.flatMap((_, index) => {
    const member = `Member${String(index)}`;
    return [
      `export type A${member} = Assigned<Theirs.${member}, Ours.${member}>;`,
      `export type B${member} = Assigned<Ours.${member}, Theirs.${member}>;`,
    ];
  });
  const head = [`import type * as Theirs from "./theirs${key}.js";`, `import type * as Ours from "./ours${key}.js";`];
  return [
    [`theirs${key}.ts`, exactText(theirs, { names, named: named.theirs })],
    [`ours${key}.ts`, exactText(ours, { names, named: named.ours })],
    [`compare${key}.ts`, [...head, "type Assigned<To, From extends To> = From;", ...checks, ""].join("\n")],
  ];
}

/** By question, what is said of which member. A type that is an error itself can be assigned to all: its member counts as different, too. */
function answersOf(output: string, questions: readonly Question[], modules: ReadonlyMap<string, string>): readonly Answer[] {
  const found = questions.map(() => new Map<string, string>());
  const lines = new Map(Array.from(modules, ([path, text]) => [path, text.split("\n")]));
  for (const message of output.split(/\n(?=\S)/).filter((each) => each.trim() !== "")) {
    const [, path = "", key = "", line = "", text = ""] = /^([a-z]+(\d+)\.ts)\((\d+),\d+\): error (.*)$/s.exec(message) ?? [];
    const answer = found[Number(key)];
    if (answer === undefined || line === "") throw new Error(`The comparison does not compile: ${message}`);
    const name = questions[Number(key)]?.names[memberAt(lines.get(path) ?? [], Number(line))];
    if (name !== undefined && !answer.has(name)) answer.set(name, text.trimEnd());
  }
  return found;
}

/** The number of the member that a line is part of; -1 of what is no member. */
function memberAt(lines: readonly string[], line: number): number {
  for (let index = line - 1; index >= 0; index -= 1) {
    const text = lines[index] ?? "";
    if (/^\w/.test(text)) return Number(/^export type [AB]?Member(\d+) /.exec(text)?.[1] ?? -1);
  }
  return -1;
}
