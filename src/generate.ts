import type { SeverityConfig, StrictConfig } from "./config/strictness.js";
import type { OverlayFile } from "./config/overlays.js";
import type { ValidatorsConfig } from "./config/validators.js";
import { hasErrors, type Diagnostic, type Origin, type Outcome } from "./diagnostic/diagnostic.js";
import { judged } from "./diagnostic/strictness.js";
import { emit } from "./emit/emit.js";
import { tooMuchCode } from "./emit/files/too-much-code.js";
import { gateStoreProblems } from "./emit/files/gate-store-problems.js";
import type { GeneratedFile } from "./emit/print/file.js";
import { TooManyValues, tooManyValues } from "./model/passes/int64/values-of-64-bits.js";
import { createOutputBudget, OutputTooLarge, type OutputLimits } from "./emit/print/output-budget.js";
import type { EmitOptions, Part, UserFormat } from "./emit/options.js";
import type { OwnTemplates } from "./emit/print/template.js";
import type { Formatter } from "./format/formatter.js";
import type { Io } from "./io.js";
import { build, type Rules } from "./model/build/build.js";
import type { NamedFormat } from "./model/passes/unused-formats.js";
import { patternsIn } from "./model/patterns/collect-patterns.js";
import { hasCheckedDefault } from "./model/passes/defaults/checked-default.js";
import type { Checks } from "./model/refusal/checks.js";
import type { PatternAnalyses } from "./model/patterns/analyse-patterns.js";
import { rawFacts, type RawFacts } from "./model/compare/raw-facts.js";
import type { Api } from "./model/ir/api.js";
import { descriptionFiles, type DescriptionFiles, type InputSettings } from "./openapi/resolve/read-description-files.js";
import type { Load } from "./openapi/resolve/load-references.js";
import { resolve } from "./openapi/resolve/resolve.js";
import type { Resolved } from "./openapi/resolve/resolved.js";
import type { Selection } from "./openapi/selection/selection.js";
import { inputName } from "./output/check-output.js";
import { contentHash } from "./output/content-hash.js";
import { attributes } from "./output/manifest.js";
import { manifestOptions } from "./output/manifest-options.js";
import type { Output } from "./output/plan.js";
import { shownTemplate, type FoundTemplates } from "./project/own-templates.js";
import type { Copies } from "./source/copies.js";
import { at } from "./source/json-pointer.js";
import { meaningOf } from "./output/meaning.js";
import type { ReadFile, SourceFile } from "./source/source-file.js";
import { uriOf } from "./source/uri.js";
import { version } from "./version.js";

/** What to make of which description. */
export interface Request extends InputSettings {
  /** A path, an http(s) URL, or "-" for standard input; where a snapshot is kept, its path. */
  readonly input: string;
  /** How generated files name the input. */
  readonly source: string;
  /** Applied to the input in this order, before it is read. */
  readonly overlays?: readonly OverlayFile[] | undefined;
  /** How generated files say they are made again. */
  readonly command: string;
  readonly emit: readonly Part[];
  /** The API's name in generated code; undefined: from the description's title. */
  readonly name: string | undefined;
  /** What the output that is there was made as, where it stays so. */
  readonly previous?: Rules["previous"];
  /** What is known of its limits besides, as written; false: the output has nothing to do with limits; "auto": as `EmitOptions` has it. */
  readonly limits?: Rules["limits"] | "auto";
  /** Given where clients take a store of gates, with the place in the configuration that says so. */
  readonly gateStore?: { readonly at: Origin } | undefined;
  readonly deprecations?: EmitOptions["deprecations"] | undefined;
  readonly int64?: EmitOptions["int64"] | undefined;
  readonly untyped?: Rules["untyped"];
  /** Formats of strings that modules of the user's check, and where the configuration says so. */
  readonly formats?: readonly (UserFormat & NamedFormat)[] | undefined;
  readonly validators?: ValidatorsConfig | undefined;
  readonly importExtension?: EmitOptions["importExtension"] | undefined;
  readonly runtime?: EmitOptions["runtime"] | undefined;
  /** Templates that people have taken over. */
  readonly templates?: FoundTemplates | undefined;
  readonly header?: readonly string[] | undefined;
  readonly eslintDisable?: boolean | undefined;
  /** What goes through the files when they are made. */
  readonly formatter?: Formatter | undefined;
  /** Whether defects of the description with an evident meaning are errors; "auto" when absent. */
  readonly strict?: StrictConfig | undefined;
  readonly severity?: SeverityConfig | undefined;
  /** The operations to read, and those to leave out, of whatever description. */
  readonly include?: Selection["include"];
  readonly exclude?: Selection["exclude"];
  readonly components?: Selection["components"];
  /** Names of single schemas and operations in generated code. */
  readonly names?: Rules["names"];
}

export interface Generation {
  readonly api: Api;
  /** Paths relative to the output folder. */
  readonly files: readonly GeneratedFile[];
  /** Templates that people have taken over, for files that are made later. */
  readonly templates: OwnTemplates | undefined;
}

/** A generation, or none when an error stands; and every file that was read, root first, even then. */
export interface Generated extends Outcome<Generation> {
  readonly sources: readonly ReadFile[];
}

export type { ReadFile };

/** What a run is at: in this order. */
export type Stage = "reading" | "resolving" | "modelling" | "emitting";

/** What a caller may want of the course of a generation. */
export interface Course {
  /** Told of each stage as it begins. */
  readonly enter?: (stage: Stage) => void;
  /** How much may be printed, where that is not `outputLimits`. */
  readonly output?: OutputLimits | undefined;
}

/**
 * Runs the pipeline: load, resolve, build, emit. Touches no disk but to read. A stage that reports an error is followed by
 * the next as long as it has a value, so that all mistakes are found at once; nothing is emitted while an error stands.
 */
export async function generateFiles(request: Request, io: Io, { enter = () => undefined, output }: Course = {}): Promise<Generated> {
  const { api, diagnostics: found, sources, placed } = await readApi(request, io, enter);
  const own = await compiledTemplates(request.templates);
  const strictness = { strict: isStrict(request), severity: request.severity };
  const diagnostics = judged([...found, ...own.diagnostics], strictness);
  if (api === undefined || hasErrors(diagnostics))
    return { value: undefined, diagnostics, sources: [...sources, ...(request.templates?.files ?? []).map(shownTemplate)] };
  enter("emitting");
  const options = emitOptions(request, own.value);
  const made = await emitWithin(api, options, output, sources[0]?.uri);
  const problems = judged(placed([...gateStoreProblems(api, options, request.gateStore), ...made.diagnostics]), strictness);
  const value = made.value === undefined || hasErrors(problems) ? undefined : { api, files: made.value, templates: own.value };
  return { value, diagnostics: [...diagnostics, ...problems], sources };
}

/** The files of an output, or why there are none. `uri`: of the description. */
async function emitWithin(
  api: Api,
  options: EmitOptions,
  limits: OutputLimits | undefined,
  uri: string | undefined,
): Promise<Outcome<readonly GeneratedFile[]>> {
  const budget = createOutputBudget(limits);
  try {
    return { value: await emit(api, options, budget), diagnostics: [] };
  } catch (error) {
    // JavaScript makes no string of more than some 500 million characters.
    const known = error instanceof RangeError && error.message === "Invalid string length" ? budget.refused() : error;
    if (known instanceof OutputTooLarge) return { value: undefined, diagnostics: [tooMuchCode(known, api, uri)] };
    if (known instanceof TooManyValues) return { value: undefined, diagnostics: [tooManyValues(known)] };
    throw error;
  }
}

/** In a server, a constraint that is lost is a check that is lost; and what is read from a file can be mended, where it is no copy. */
function isStrict({ strict = "auto", emit: parts, input, remote }: Request): boolean {
  return strict === "auto" ? parts.includes("server") && remote === undefined && !/^https?:/i.test(input) : strict;
}

/**
 * The model of a description as its author has it, whole and without overlays; what there is to say of it, and the files it was read from. Defects
 * with an evident meaning are warnings.
 */
export async function readDescription(request: Request, io: Io): Promise<Omit<ReadApi, "placed">> {
  const whole = { overlays: undefined, include: undefined, exclude: undefined, components: undefined, names: undefined };
  const { api, diagnostics, sources, raw } = await readApi({ ...request, ...whole }, io, () => undefined, { facts: rawFacts });
  return { api, raw, diagnostics: judged(diagnostics, { strict: false }), sources };
}

/** The same as it is generated from: with overlays, and the operations that the configuration selects. */
export async function readConfigured(request: Request, io: Io): Promise<Omit<ReadApi, "placed">> {
  const { api, diagnostics, sources, raw } = await readApi({ ...request, names: undefined }, io, () => undefined, { facts: rawFacts });
  return { api, raw, diagnostics: judged(diagnostics, { strict: false }), sources };
}

/** What there is to say of a description, and the files it was read from. */
export async function judgeDescription(
  request: Request,
  io: Io,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly sources: readonly ReadFile[] }> {
  const { diagnostics, sources } = await readApi(request, io, () => undefined, { values: true });
  return { diagnostics: judged(diagnostics, { strict: isStrict(request), severity: request.severity }), sources };
}

/** Templates that people have taken over. What compiles them is loaded where there are some. */
async function compiledTemplates(found: FoundTemplates | undefined): Promise<Outcome<OwnTemplates>> {
  if (found === undefined || found.files.length === 0) return { value: undefined, diagnostics: found?.problems ?? [] };
  const { compileTemplates } = await import("./emit/templates/compile-template.js");
  const { value, diagnostics } = compileTemplates(found.files);
  return { value, diagnostics: [...found.problems, ...diagnostics] };
}

function emitOptions(request: Request, templates: OwnTemplates | undefined): EmitOptions {
  const { emit: parts, source, command, limits, gateStore, deprecations, int64, formats, validators } = request;
  const { importExtension, runtime, header, eslintDisable } = request;
  return {
    parts: new Set(parts),
    source,
    command,
    limits: typeof limits === "object" ? true : (limits ?? true),
    ...(gateStore === undefined ? {} : { gateStore: true }),
    ...(deprecations === undefined ? {} : { deprecations }),
    ...(int64 === undefined ? {} : { int64 }),
    ...(formats === undefined ? {} : { formats }),
    ...(validators === undefined ? {} : { validators }),
    ...(importExtension === undefined ? {} : { importExtension }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(templates === undefined ? {} : { templates }),
    ...(header === undefined ? {} : { header }),
    ...(eslintDisable === undefined ? {} : { eslintDisable }),
  };
}

function rulesOf({ name, previous, names, limits, int64, untyped, formats, validators }: Request): Rules {
  const known = limits === "auto" ? undefined : limits;
  return {
    name,
    previous,
    names,
    limits: known,
    int64,
    untyped,
    formats,
    vulnerablePatterns: validators?.patterns,
    readOnlyInRequests: validators?.readOnly,
  };
}

/** The part of the description that is read. The scheme by which a configuration counts limits is needed, too. */
function selectionOf({ include, exclude, components, limits }: Request): Selection {
  const key = typeof limits === "object" ? at(limits.value, ["key", "securityScheme"]) : undefined;
  return { include, exclude, components, ...(typeof key === "string" ? { schemes: [key] } : {}) };
}

export interface ReadApi {
  readonly api: Api | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ReadFile[];
  /** What the model has no objects for, where that was asked for. */
  readonly raw?: RawFacts | undefined;
  /** What is found later, with places where overlays have what they are about. */
  readonly placed: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
}

/** What is wanted of a description besides its model. */
interface Wanted {
  /** Whether examples and other values are judged, and what no code is made of. */
  readonly values?: true;
  readonly facts?: (resolved: Resolved) => RawFacts | undefined;
}

/** The model of a description. A function of its own, so that the parsed and resolved description can be forgotten before anything is emitted. */
async function readApi(request: Request, io: Io, enter: (stage: Stage) => void, wanted: Wanted = {}): Promise<ReadApi> {
  const diagnostics: Diagnostic[] = [];
  const take = <T>(outcome: Outcome<T>): T | undefined => {
    for (const each of outcome.diagnostics) diagnostics.push(each); // spread, a hundred thousand would overflow the stack
    return outcome.value;
  };

  enter("reading");
  const pinned = take(await readCopies(request, io));
  if (hasErrors(diagnostics)) return { api: undefined, diagnostics, sources: [], placed: (found) => found };
  const files = descriptionFiles(request.input, { ...request, pinned }, io);
  const { root, diagnostics: reading, placed } = await readRoot(request, files, io);
  enter("resolving");
  const load = root === undefined ? undefined : files.referredBy(root);
  const whole = root === undefined || load === undefined ? undefined : take(await resolve(root, load, selectionOf(request)));
  // Of what is kept in copies, none has been kept for examples.
  const isJudged = wanted.values === true && pinned === undefined && whole !== undefined && load !== undefined;
  const resolved = isJudged ? take(await withExamples(whole, load)) : whole;
  enter("modelling");
  const analyses = resolved && (await analysesOf(resolved));
  const checks = resolved && (await checksOf(resolved, request));
  const api = resolved === undefined ? undefined : take(build(resolved, rulesOf(request), analyses, checks));
  if (wanted.values === true && resolved !== undefined && api !== undefined)
    for (const each of await judgeValues(api, resolved, request, analyses)) diagnostics.push(each);
  return {
    api,
    diagnostics: [...reading, ...placed(diagnostics)],
    sources: wanted.values === true ? sourcesOf(resolved, files.shown) : withMeanings(sourcesOf(resolved, files.shown), resolved),
    raw: resolved && wanted.facts?.(resolved),
    placed,
  };
}

/** The input, with overlays applied to it where there are any. What applies them is loaded then, and then alone. */
async function readRoot({ input, overlays, remote }: Request, files: DescriptionFiles, io: Io): Promise<Root> {
  const { value, diagnostics } = await files.readInput();
  if (overlays === undefined || overlays.length === 0) return { root: value, diagnostics, placed: (found) => found };
  const read = await files.readOverlays(overlays);
  const [{ applyOverlays }, { relocated }] = await Promise.all([
    import("./openapi/overlay/apply-overlays.js"),
    import("./openapi/overlay/relocate.js"),
  ]);
  const applied = applyOverlays(value, read.value, [uriOf(input, io.cwd), ...(remote === undefined ? [] : [remote.url])]);
  const { patched } = applied;
  return {
    root: patched?.file ?? value,
    diagnostics: [...diagnostics, ...read.diagnostics, ...applied.diagnostics],
    placed: (found) => (patched === undefined ? found : relocated(found, patched)),
  };
}

interface Root extends Pick<ReadApi, "diagnostics" | "placed"> {
  readonly root: SourceFile | undefined;
}

/** The copies that a description is read from, where the configuration keeps some. */
async function readCopies({ remote, pinned }: Request, io: Io): Promise<Outcome<Copies>> {
  if (pinned !== undefined) return { value: pinned, diagnostics: [] };
  if (remote?.snapshot === undefined) return { value: undefined, diagnostics: [] };
  const { copiesOf, pinnedProblems, readPinnedState } = await import("./output/pinned.js");
  const state = await readPinnedState(io, remote.snapshot);
  return { value: copiesOf(state), diagnostics: pinnedProblems(state, remote, io) };
}

/** Files are read side by side; `resolved` has them in an order that does not depend on which came first. The others have mistakes in their syntax. */
function sourcesOf(resolved: Resolved | undefined, shown: readonly ReadFile[]): readonly ReadFile[] {
  const others = shown.toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
  const byUri = new Map<string, ReadFile>([...(resolved?.files ?? []), ...others].map((file) => [file.uri, file]));
  return [...byUri.values()].map(({ uri, name, text, locate, line }): ReadFile => ({ uri, name, text, locate, line }));
}

/** Of files that are part of the description: of overlays, each word counts. */
function withMeanings(sources: readonly ReadFile[], resolved: Resolved | undefined): readonly ReadFile[] {
  const files = new Map((resolved?.files ?? []).map((file) => [file.uri, file]));
  return sources.map((source) => {
    const file = files.get(source.uri);
    const meaning = file && meaningOf(file);
    return meaning === undefined ? source : { ...source, meaning: contentHash(meaning) };
  });
}

async function withExamples(resolved: Resolved, load: Load): Promise<Outcome<Resolved>> {
  const { withExampleFiles } = await import("./model/build/example-files.js");
  return withExampleFiles(resolved, load);
}

/** What there is to say of what no code is made of: examples and other values, and the description itself. Where slow patterns have no limit, none is tried. */
async function judgeValues(
  api: Api,
  resolved: Resolved,
  { validators, formats = [] }: Request,
  analyses: PatternAnalyses = new Map(),
): Promise<readonly Diagnostic[]> {
  const { invalidValues } = await import("./model/passes/invalid-values.js");
  const checks = await checksFor({ validators, formats });
  const [patterns, tags] = [validators?.patterns !== "accept", validators?.discriminator !== "exact"];
  const { documentRemarks } = await import("./openapi/rules/document-remarks.js");
  const values = invalidValues(api, resolved, { schemas: api.schemas, patterns, tags, checks });
  const { slowPatterns } = await import("./model/passes/slow-patterns.js");
  return [...documentRemarks(resolved), ...slowPatterns(api, resolved, analyses), ...values];
}

/** Loads what reads formats only for a description with a default that has one. */
async function checksOf(resolved: Resolved, request: Request): Promise<Checks | undefined> {
  return hasCheckedDefault(resolved) ? checksFor(request) : undefined;
}

async function checksFor({ validators, formats = [] }: Pick<Request, "validators" | "formats">): Promise<Checks> {
  const { loadChecks } = await import("./model/refusal/checks.js");
  return loadChecks({ formats: validators?.formats ?? "assert", own: new Set(formats.map(({ name }) => name)) });
}

/** Loads what reads patterns only for a description that has some. */
async function analysesOf(resolved: Resolved): Promise<PatternAnalyses | undefined> {
  const patterns = patternsIn(resolved);
  if (patterns.size === 0) return undefined;
  const { analysePatterns } = await import("./model/patterns/analyse-patterns.js");
  return analysePatterns(patterns);
}

/** What stands in a folder after a generation: its files, and for the manifest what they were made of. `root`: the folder, absolute, symlinks resolved. */
export function outputOf(request: Request, { api, files }: Generation, sources: readonly ReadFile[], root: string): Output {
  return {
    files: [...files, attributes],
    manifest: {
      version,
      inputs: sources.map(({ uri, text, meaning }) => ({
        name: inputName(root, uri),
        hash: contentHash(text),
        ...(meaning === undefined ? {} : { meaning }),
      })),
      options: manifestOptions({ ...request, name: request.name ?? (request.previous === undefined ? api.names.stem : undefined) }),
    },
  };
}
