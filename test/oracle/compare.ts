/** Compares the types of descriptions, as openapi-typescript prints them and as we do. */
import ts from "typescript";
import type { Description } from "../corpus/descriptions.js";
import { generateFrom } from "../support/pipeline.js";
import { differing, type Sides } from "./compile.js";
import { namesOf, withDescribedNames } from "./described-names.js";
import { readDeclarations, type Declarations } from "./declarations.js";
import { rewriteOurs, rewriteTheirs, type Counts, type Direction } from "./rules.js";
import { printTheirs, type Repair } from "./theirs.js";

/** A member that is not the same on both sides. */
export interface Difference {
  readonly description: string;
  readonly member: string;
  readonly what: "we lack it" | "it lacks it" | "differs";
  /** What the compiler says of a member that differs, and both types as they stand. */
  readonly message: string;
  readonly theirs: string;
  readonly ours: string;
  /** Whether they differ in what is sent alone. */
  readonly sentOnly: boolean;
}

export interface Comparison {
  readonly description: string;
  readonly repair: Repair;
  /** How many members there are on either side. */
  readonly members: number;
  readonly differences: readonly Difference[];
  /** How often each rule was applied. */
  readonly applied: Counts;
}

/** One comparison per description. `change`: what a test does to our types first. */
export async function compare(
  descriptions: readonly Description[],
  change: (ours: string) => string = (ours) => ours,
): Promise<readonly Comparison[]> {
  const read: Read[] = [];
  for (const description of descriptions) read.push(await readSides(description, change));
  const answers = await differing(read.flatMap(({ received, sent }) => [received, sent]));
  return read.map(({ description, repair, received, sent, forms, applied }, index) => {
    const { theirs, ours } = received.sides;
    const all = new Set([...theirs.members.keys(), ...ours.members.keys()]);
    const [asReceived, asSent] = [answers[2 * index] ?? new Map<string, string>(), answers[2 * index + 1] ?? new Map<string, string>()];
    const differences = [...all].flatMap((member): readonly Difference[] => {
      const found = (what: Difference["what"], message = ""): readonly Difference[] => {
        const sentOnly = asSent.has(member) && !asReceived.has(member);
        const side = sentOnly ? sent.sides : received.sides;
        return [{ description, member, what, message, sentOnly, theirs: textOf(side.theirs, member), ours: textOf(side.ours, member) }];
      };
      if (!ours.members.has(member)) return found("we lack it");
      if (!theirs.members.has(member)) return found("it lacks it");
      // Of a schema without a form for requests it is one or the other: one that is only sent is as it is sent.
      const isEither = member.startsWith("schema ") && !forms.has(member);
      const isSame = isEither && !(asReceived.has(member) && asSent.has(member));
      const message = isSame ? undefined : (asReceived.get(member) ?? asSent.get(member));
      return message === undefined ? [] : found("differs", message);
    });
    return { description, repair, members: all.size, differences, applied };
  });
}

interface Read extends Pick<Comparison, "description" | "repair" | "applied"> {
  readonly received: { readonly sides: Sides; readonly names: readonly string[] };
  readonly sent: { readonly sides: Sides; readonly names: readonly string[] };
  /** Members that have a form for requests. */
  readonly forms: ReadonlySet<string>;
}

async function readSides({ name, path }: Description, change: (ours: string) => string): Promise<Read> {
  const theirs = await printTheirs(path);
  const { api, files, diagnostics } = await generateFrom(path, ["types"]);
  const ours = files.find((file) => file.path === "types.ts")?.text;
  if (api === undefined || ours === undefined)
    throw new Error(`${name}: ${diagnostics.find(({ severity }) => severity === "error")?.message ?? ""}`);
  const applied: Counts = new Map();
  const sides = (direction: Direction): Sides => ({
    theirs: readDeclarations(rewriteTheirs(parse(theirs.text), direction, applied)),
    ours: withDescribedNames(readDeclarations(rewriteOurs(parse(change(ours)), applied)), api, direction),
    named: namesOf(api),
  });
  const received = sides("received");
  const common = [...received.theirs.members.keys()].filter((member) => received.ours.members.has(member));
  return {
    description: name,
    repair: theirs.repair,
    applied,
    forms: new Set([...api.schemas.values()].flatMap(({ form, wireName }) => (form === undefined ? [] : [`schema ${wireName}`]))),
    received: { sides: received, names: common.filter((member) => !isSent(member)) },
    sent: { sides: sides("sent"), names: common.filter((member) => isSent(member) || member.startsWith("schema ")) },
  };
}

const printer = ts.createPrinter({ removeComments: true });

function textOf({ file, members }: Declarations, member: string): string {
  const type = members.get(member);
  return type === undefined ? "" : printer.printNode(ts.EmitHint.Unspecified, type, file).replace(/\s+/g, " ");
}

function isSent(member: string): boolean {
  return /^requestBody |^[A-Z]+ \S+ (?:body(?: \S.*)?|query|path|header|cookie)$/.test(member);
}

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("types.ts", text, ts.ScriptTarget.ES2022, true);
}
