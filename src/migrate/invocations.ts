/** One call of openapi-typescript in a script of package.json. Offsets are those of the script. */
export interface Invocation {
  /** Where the command begins, with what runs it (`npx`), and where its last word ends. */
  readonly start: number;
  readonly end: number;
  /** As written; undefined where there is none. */
  readonly input: string | undefined;
  readonly output: string | undefined;
  /** The value of `--redocly`. */
  readonly redocly: string | undefined;
  /** Other flags by name, in their order, without the dashes, but for several letters after one. "false" is a value, and so is "true" where it is written. */
  readonly flags: ReadonlyMap<string, string>;
  readonly isCheck: boolean;
  /** The folder in which it runs, where `cd` comes before it in the script: as it is written there, one after another. */
  readonly folder: readonly string[];
  /** Whether what it says of input and output is known, though another thing is a problem. */
  readonly isRead: boolean;
  /** Why it is not understood, as a clause; undefined where it is. */
  readonly problem: string | undefined;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** An operator of a shell, such as `&&` and `>`. */
  readonly isOperator: boolean;
}

const program =
  /^(?:(?:(?:\.\/)?node_modules\/\.bin\/)?openapi-typescript(?:@[\w.^~-]+)?|(?:\.\/)?node_modules\/openapi-typescript\/bin\/cli\.js)$/;
const runners: ReadonlySet<string> = new Set(["npx", "bunx", "pnpx", "pnpm", "yarn", "bun", "npm", "node"]);
/** What stands between a runner and the program that it runs. */
const ofRunners = /^(?:exec|dlx|run|x|--|-y|--yes|--no-install|--no|--bun|--silent|-s|--package=openapi-typescript(?:@[\w.^~-]+)?)$/;
const shortNames: ReadonlyMap<string, string> = new Map([
  ["o", "output"],
  ["c", "redocly"],
  ["t", "export-type"],
  ["x", "header"],
]);
/** Those that take one. */
const known: ReadonlySet<string> = new Set([
  "output",
  "redocly",
  "auth",
  "header",
  "headers",
  "headers-object",
  "http-headers",
  "http-method",
]);
/** Those that take no word after them but "true" and "false", of version 7 and of those before it. To any other, the next word is a value. */
const withoutValue: ReadonlySet<string> = new Set(
  [
    "additional-properties alphabetize array-length content-never default-non-nullable properties-required-by-default",
    "empty-objects-unknown enum enum-values conditional-enums dedupe-enums check exclude-deprecated export-type help",
    "immutable immutable-types path-params-as-types root-types root-types-no-schema-prefix root-types-keep-casing",
    "make-paths-enum generate-path-params read-write-markers support-array-length raw-schema",
  ].flatMap((names) => names.split(" ")),
);

/** The calls of openapi-typescript in a script, in their order. Nothing is run. */
export function invocationsOf(script: string): readonly Invocation[] {
  const found: Invocation[] = [];
  const words = wordsOf(script);
  const folder: string[] = [];
  for (let from = 0; from <= words.length;) {
    const length = words.slice(from).findIndex(({ text, isOperator }) => isOperator && text !== ">");
    const to = length === -1 ? words.length : from + length;
    const command = words.slice(from, to);
    const isPiped = words[from - 1]?.text === "|" || words[to]?.text === "|";
    const read = readCommand(command, isPiped, [...folder], words[to]?.text === "|" ? pipedInto(words, to) : undefined);
    if (read !== undefined) found.push(read);
    if (command[0]?.text === "cd") folder.push(command.length === 2 ? (command[1]?.text ?? "") : "$");
    from = to + 1;
  }
  return found;
}

/** The file that the last command of a pipe is written to. `at`: the index of the first mark of it. */
function pipedInto(words: readonly Word[], at: number): string | undefined {
  const length = words.slice(at).findIndex(({ text, isOperator }) => isOperator && text !== "|" && text !== ">");
  const rest = words.slice(at, length === -1 ? undefined : at + length);
  const mark = rest.findLastIndex(({ text, isOperator }) => isOperator && text === ">");
  return mark === -1 || rest.slice(mark).some(({ text }) => text === "|") ? undefined : rest[mark + 1]?.text;
}

/** Words of a command line with their places; quotes are taken off. */
function wordsOf(script: string): readonly Word[] {
  const pattern = /&&|\|\||2>&1|>>|[;|&>\n]|(?:"[^"]*"|'[^']*'|[^\s;|&>"'])+/g;
  const all = Array.from(script.matchAll(pattern), ({ 0: written, index }) => ({
    written,
    text: written.replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string | undefined) => double ?? single ?? ""),
    start: index,
    end: index + written.length,
    isOperator: /^(?:&&|\|\||2>&1|>>|[;|&>\n])$/.test(written),
  }));
  let isComment = false;
  return all.filter(({ written }) => {
    isComment = written !== "\n" && (isComment || written.startsWith("#"));
    return !isComment;
  });
}

function readCommand(
  words: readonly Word[],
  isPiped: boolean,
  folder: readonly string[],
  into: string | undefined,
): Invocation | undefined {
  const at = words.findIndex(({ text }) => program.test(text));
  const named = words.find(({ text }) => /\bopenapi-typescript(?=[\s@/]|$)/.test(text));
  if (named === undefined) return undefined;
  const first = at === -1 ? 0 : startOf(words, at);
  const start = words[first]?.start ?? named.start;
  const end = words.at(-1)?.end ?? named.end;
  const read = readWords(at === -1 ? [] : words.slice(at + 1));
  const leading = words.slice(0, Math.max(first, 0)).map(({ text }) => text);
  const isLed = leading.some((text) => !/^(?:[A-Za-z_]\w*=.*|cross-env)$/.test(text));
  const around = isPiped ? "it reads from a pipe, or writes to one" : folder.length > 0 ? "it changes the folder before" : undefined;
  const isOther = at === -1 || isLed || words.some(({ text }) => text.startsWith("(") || (text.endsWith(")") && !text.includes("(")));
  const problem = isOther ? "another program runs it" : (read.problem ?? around);
  const isRead = !isOther && read.problem === undefined && folder.every((each) => !/[$`*~]/.test(each));
  return { ...read, output: read.output ?? into, folder, isRead, start, end, problem };
}

/** The index of the word that a call begins with. */
function startOf(words: readonly Word[], program: number): number {
  let at = program;
  while (at > 0 && ofRunners.test(words[at - 1]?.text ?? "")) at -= 1;
  return runners.has(words[at - 1]?.text ?? "") ? at - 1 : program;
}

type ReadWords = Omit<Invocation, "start" | "end" | "folder" | "isRead">;

/** "enum-values" of "enumValues": both are written. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A flag of a command line: its name, as the page of openapi-typescript has it, and its value where it is part of the word. */
function flagOf(text: string): { readonly name: string; readonly value: string | undefined } | undefined {
  const [, dashes = "", written = "", value] = /^(--?)([A-Za-z][^\s=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (dashes === "") return undefined;
  return { name: dashes === "-" ? (shortNames.get(written) ?? (written.length === 1 ? written : `-${written}`)) : kebab(written), value };
}

function readWords(words: readonly Word[]): ReadWords {
  const flags = new Map<string, string>();
  const inputs: string[] = [];
  /** Flags that are not known here, and took a word. */
  const unknown: string[] = [];
  let redirected: string | undefined;
  for (let index = 0; index < words.length; index += 1) {
    const { text, isOperator } = words[index] ?? { text: "", isOperator: false };
    const next = words[index + 1];
    if (isOperator) {
      redirected = next?.text;
      index += 1;
      continue;
    }
    // What npm hands on begins here.
    if (text === "--") continue;
    const flag = flagOf(text);
    if (flag === undefined) inputs.push(text);
    else if (flag.value !== undefined) flags.set(flag.name, flag.value);
    else if (flag.name.startsWith("no-") && withoutValue.has(flag.name.slice("no-".length)))
      flags.set(flag.name.slice("no-".length), "false");
    else if (next === undefined || next.isOperator || !takes(flag.name, next.text)) flags.set(flag.name, "true");
    else {
      if (!known.has(flag.name) && !withoutValue.has(flag.name)) unknown.push(flag.name);
      flags.set(flag.name, next.text);
      index += 1;
    }
  }
  // A newer version may have one that takes none: without an input there is nothing to do.
  const [only, ...more] = unknown;
  const isInput = only !== undefined && more.length === 0 && inputs.length === 0 && (flags.has("output") || redirected !== undefined);
  if (isInput) {
    inputs.push(flags.get(only) ?? "");
    flags.set(only, "true");
  }
  return settledWords(flags, inputs, redirected);
}

/** Whether a flag takes the next word. */
function takes(name: string, next: string): boolean {
  return withoutValue.has(name) ? /^(?:true|false)$/.test(next) : !/^-[^\d]/.test(next);
}

function settledWords(flags: ReadonlyMap<string, string>, inputs: readonly string[], redirected: string | undefined): ReadWords {
  const { output = redirected, redocly, check, ...others } = Object.fromEntries(flags);
  const isCheck = check !== undefined && check !== "false";
  const paths = [...inputs, ...[output, redocly].filter((each) => each !== undefined)];
  const problem =
    inputs.length > 1
      ? "it has several inputs"
      : paths.some((each) => /[$`*]/.test(each))
        ? "it has a variable or a pattern in it"
        : paths.some((each) => each.includes("\\"))
          ? "it has a backslash in a path, which shells read in different ways"
          : undefined;
  return { input: inputs[0], output, redocly, flags: new Map(Object.entries(others)), isCheck, problem };
}
