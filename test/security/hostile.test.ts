/**
 * Hostile text in every place of a description that an output prints: it is refused with a code, or it is printed and does
 * nothing. What an output does is held against what the output of a harmless twin does.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { projectRoot } from "../support/compile.js";
import { allParts } from "../../src/emit/emitters.js";
import { generateTexts, type Generated } from "../support/pipeline.js";
import { runOutput } from "./canary.js";
import { payloads, strangers } from "./payloads.js";
import { describeWith, places, type Place, type Texts } from "./places.js";
import { deeds, erased, hasInvisible, isContained, literals, parse, suspiciousComments, syntaxErrors } from "./shape.js";

const everyPlace = Object.keys(places) as Place[]; // the keys of a constant

/** Harmless texts that are printed in another way than a plain word, so that this way is known too. */
const odd: readonly unknown[] = ["odd word", "1st", "class", "a.b/c", "__proto__", { a: 1 }, ["a"]];

/** The tests take each family to some places, and each place some families; `npm run test:security` all of them to all. */
const everyCell = process.env["SUNDIAL_EVERY_CELL"] === "1";
const placesFor = (family: number): readonly Place[] => everyPlace.filter((_, place) => everyCell || (place + family) % 24 === 0);

const generate = (texts: Texts): Promise<Generated> => generateTexts({ "openapi.json": JSON.stringify(describeWith(texts)) }, allParts);

/** What outputs may do, by file; and the files of the harmless twin. */
const allowed = new Map<string, Set<string>>();
const twin = new Map<string, string>();

beforeAll(async () => {
  const plain = await generate(new Map());
  expect(plain.diagnostics.filter((diagnostic) => diagnostic.severity === "error")).toEqual([]);
  for (const { path, text } of plain.files) twin.set(path, text);
  const harmless = [plain.files];
  // A place that takes no text of a kind takes no other of it either: it is asked apart, so that it does not stand in the way.
  const refusing = { string: new Set<Place>(), object: new Set<Place>() };
  for (const text of odd) {
    const apart = refusing[typeof text === "string" ? "string" : "object"];
    const refused = [...apart];
    const at = (those: readonly Place[]): Texts => new Map(those.map((place) => [place, text]));
    harmless.push(...(await together(at(everyPlace.filter((place) => !refused.includes(place))), (place) => apart.add(place))));
    for (const place of refused) harmless.push(...(await together(at([place]))));
  }
  for (const { path, text } of harmless.flat()) {
    const known = allowed.get(path) ?? new Set();
    if (text !== twin.get(path) || known.size === 0) for (const deed of deeds(parse(path, text))) known.add(deed);
    allowed.set(path, known);
  }
}, 600_000);

/** The files of outputs in which texts stand at all of their places: at all at once, or at halves of them where they clash. Says which place takes its text not even alone. */
async function together(texts: Texts, refuse: (place: Place) => void = () => undefined): Promise<readonly (readonly GeneratedFile[])[]> {
  if (texts.size === 0) return [];
  const files = await generate(texts).then(
    (output) => output.files,
    () => [],
  );
  if (files.length > 0) return [files];
  const entries = [...texts];
  if (entries.length === 1) {
    for (const [place] of entries) refuse(place);
    return [];
  }
  const middle = Math.ceil(entries.length / 2);
  return [...(await together(new Map(entries.slice(0, middle)), refuse)), ...(await together(new Map(entries.slice(middle)), refuse))];
}

/** What is wrong with one output, in words. Files of the twin, and those that are copied as they are, were looked at before. */
function faults(files: readonly GeneratedFile[]): readonly string[] {
  return files
    .filter(({ path, text }) => text !== twin.get(path) && !path.startsWith("runtime/"))
    .flatMap((file) => faultsOf(file).map((fault) => `${file.path}: ${fault}`));
}

function faultsOf({ path, text }: GeneratedFile): readonly string[] {
  const source = parse(path, text);
  return [
    ...(isContained(path) ? [] : ["leaves the output folder"]),
    ...syntaxErrors(source).map((error) => `syntax: ${error}`),
    ...(path === "types.ts" && erased(path, text) !== "export {};" ? ["leaves something when its types are gone"] : []),
    ...[...deeds(source)].filter((deed) => allowed.get(path)?.has(deed) !== true),
    ...suspiciousComments(source).map((comment) => `comment ${JSON.stringify(comment.slice(0, 200))}`),
    ...(hasInvisible(text) ? ["characters that cannot be seen"] : []),
  ];
}

const messageOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300);
/** Whether a text that must not be lost is printed, or is spoken of in a diagnostic. */
function isLost(place: Place, text: unknown, { files, diagnostics }: Generated): boolean {
  if (places[place].kept !== "literal" || typeof text !== "string" || text === "" || diagnostics.length > 0) return false;
  return !files.some(
    (file) => file.text !== twin.get(file.path) && [...literals(parse(file.path, file.text))].some((literal) => literal.includes(text)),
  );
}

const families = Object.entries({ ...payloads, ...strangers }).map(([family, text], index) => ({ family, text, index }));

describe.each(families)("$family", ({ text, index }) => {
  const accepted = new Map<Place, unknown>();

  test("is refused with a code, or printed without an effect, in every place", async () => {
    const found: string[] = [];
    for (const place of placesFor(index)) {
      const output = await generate(new Map([[place, text]])).catch((error: unknown) => messageOf(error));
      if (typeof output === "string") {
        found.push(`${place}: throws ${output}`);
        continue;
      }
      const errors = output.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
      if (errors.length > 0) {
        if (output.files.length > 0) found.push(`${place}: refused and printed`);
        continue;
      }
      accepted.set(place, text);
      found.push(...faults(output.files).map((fault) => `${place}: ${fault}`));
      if (isLost(place, text, output)) found.push(`${place}: lost without a word`);
    }
    expect(found).toEqual([]);
  });

  test("does not run when the output runs", async () => {
    const refused: Place[] = [];
    for (const files of await together(accepted, (place) => refused.push(place))) expect(await runOutput(projectRoot, files)).toEqual([]);
    expect(refused).toEqual([]);
  });
});

test.each(Object.entries(payloads))("%s has no effect in the name of the description's file, or in the command", async (_family, text) => {
  const description = { "openapi.json": JSON.stringify(describeWith(new Map())) };
  const { files } = await generateTexts(description, allParts, { source: text, command: text });
  // The header is a line comment of our own; nothing but it may differ.
  const bodies = files.map((file) => ({ ...file, text: file.text.replace(/^\/\/ Generated by sundial[^\n]*\n/, "") }));
  const expected = bodies.filter(({ path, text: body }) => body !== twin.get(path)?.replace(/^[^\n]*\n/, ""));
  expect(expected.map(({ path }) => path)).toEqual([]);
  expect(files.filter((file) => hasInvisible(file.text))).toEqual([]);
});

describe("the check itself", () => {
  const tampered = (path: string, change: (text: string) => string): readonly GeneratedFile[] =>
    [...twin].map(([name, text]) => ({ path: name, text: name === path ? change(text) : text }));

  /** With a statement at the start of each check of an object. */
  const inChecks = (text: string, statement: string): string =>
    text.replace(/^function check\w+\(value: unknown, issues: Issues.*\{\n(?= {2}if \(!isObject)/gm, (head) => `${head}  ${statement}\n`);

  test.each([
    ["a statement", "client.ts", (text: string) => `${text}\nglobalThis.PWN = 1;\n`],
    ["a call in a list", "operations.ts", (text: string) => text.replace("query: [", 'query: [eval("1"), ')],
    ["a call of a method", "server.ts", (text: string) => text.replace("basePath: ", 'x: [].concat("a"), basePath: ')],
    ["a template with holes", "lifecycle.ts", (text: string) => `${text}\nexport const x = \`\${deprecations}\`;\n`],
    ["a regular expression literal", "validators.ts", (text: string) => inChecks(text, "const x = /a/g;")],
    ["an import of something else", "index.ts", (text: string) => `import "node:fs";\n${text}`],
    ["a value among the types", "types.ts", (text: string) => `${text}\nexport const x = 1;\n`],
    ["a syntax error", "types.ts", (text: string) => `${text}\nexport type = ;\n`],
    ["a directive", "client.ts", (text: string) => `/**\n * @ts-nocheck\n */\n${text}`],
    ["a line comment", "operations.ts", (text: string) => `${text}\n// globalThis.PWN = 1;\n`],
    ["text that turns around", "types.ts", (text: string) => text.replace("/**", "/** \u202e")],
  ])("notices %s", (_what, path, change) => {
    expect(faults(tampered(path, change))).not.toEqual([]);
  });

  test("notices what runs, when it is imported and when it is called", async () => {
    const imported = tampered("index.ts", (text) => `${text}\n(globalThis as { PWN?: unknown }).PWN = 1;\n`);
    expect(await runOutput(projectRoot, imported)).toEqual(["the canary sang"]);
    const called = tampered("validators.ts", (text) => inChecks(text, '(globalThis as { ["PWN"]?: unknown })["PWN"] = 1;'));
    expect(await runOutput(projectRoot, called)).toEqual(["the canary sang"]);
    const polluting = tampered("validators.ts", (text) => inChecks(text, "Object.assign(Object.getPrototypeOf(value), { polluted: 1 });"));
    expect(await runOutput(projectRoot, polluting)).toContain("a prototype was changed");
    Reflect.deleteProperty(Object.prototype, "polluted");
  });
});
