import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import * as pointer from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { STDIN } from "../../source/uri.js";
import { objects } from "../rules/objects.js";
import type { DynamicTargets } from "./dynamic-references.js";
import { identifySchema, identifyWithin, looksLikeSchema, identifyFile, type SchemaIdentifiers } from "./schema-identifiers.js";
import {
  childLocation,
  inResource,
  originAt,
  locationAt,
  pointerOf,
  rootLocation,
  type DocumentLocation,
  type DescriptionFile,
} from "./document-location.js";
import { parseReference, withoutSlash, type Target } from "./parse-reference.js";
import { createOtherKeywords, type OtherKeywords } from "../rules/other-keywords.js";
import { createUnknownMembers, type UnknownMembers } from "../rules/unknown-members.js";
import { readOrReference } from "../rules/collections.js";
import { type Kind, type Walk } from "../rules/rule.js";
import { createSizeBudget, sizeLimits, type SizeBudget } from "./size-budget.js";
import { eitherVersion } from "../versions/other-version.js";
import { swaggerObjects } from "../versions/swagger.js";
import { toSwaggerTokens } from "../versions/swagger-pointers.js";

/** A reference that was met and is still to be followed: `holder[key]` is its text, `at` its location. */
export interface Pending {
  readonly kind: Kind;
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly at: DocumentLocation;
  readonly target: Target;
  /** Whether `target` is what it probably means, because what it says leads to nothing. Of that, nothing else is made. */
  readonly isMeant?: true;
  /** How many things of another kind it was led through, each of which holds nothing else than a reference where its schema belongs. */
  readonly hops?: number;
  /** What it means by the `$id` around it, when nothing can be read there and `target` is beside its file instead. */
  readonly byId?: Target;
}

/** What a walk has found so far. Everything that refers is followed by a queue, so that no cycle and no long chain costs stack. */
export interface WalkState {
  readonly root: DescriptionFile;
  /** The root as it was read and upgraded; absent until then. */
  readonly document?: unknown;
  readonly walk: Walk;
  readonly diagnostics: Diagnostic[];
  /** Where each upgraded object was written. */
  readonly locations: Map<object, DocumentLocation>;
  /** Upgraded targets, by kind and absolute reference. */
  readonly targets: ReadonlyMap<Kind, Map<string, unknown>>;
  readonly files: Map<string, DescriptionFile>;
  /** What schemas and files call themselves. */
  readonly identifiers: SchemaIdentifiers;
  readonly queue: Pending[];
  /** Of objects whose names were looked for in any case: each name in small letters, to the one that it is. */
  readonly namesInAnyCase: Map<object, Map<string, string | undefined>>;
  /** Each `$dynamicRef`: the schema that has it, and the text of its fragment. */
  readonly dynamicRefs: Map<object, string>;
  readonly dynamicTargets: DynamicTargets;
  readonly unknownMembers: UnknownMembers;
  readonly otherKeywords: OtherKeywords;
  readonly budget: SizeBudget;
  /** What stands at the methods of operations that are left out; filled before the paths are read. */
  readonly leftOut: Set<object>;
}

const KINDS = Object.keys(objects) as readonly Kind[]; // The keys of a record of every Kind.

/** A walk that is yet to visit anything. */
export function createWalk(root: DescriptionFile, identifiers: SchemaIdentifiers, diagnostics: Diagnostic[], most = sizeLimits): WalkState {
  const found = {
    root,
    diagnostics,
    locations: new Map<object, DocumentLocation>(),
    targets: new Map(KINDS.map((kind) => [kind, new Map<string, unknown>()])),
    files: new Map([root.source.base ?? root.source.uri, root.source.uri].map((uri) => [uri, root])),
    identifiers,
    queue: [] as Pending[],
    namesInAnyCase: new Map<object, Map<string, string | undefined>>(),
    dynamicRefs: new Map<object, string>(),
    dynamicTargets: new Map() as DynamicTargets,
    unknownMembers: createUnknownMembers(),
    otherKeywords: createOtherKeywords(),
    budget: createSizeBudget(most),
    leftOut: new Set<object>(),
  };
  const parsed = new Map<string, Target | undefined>();
  const walk: Walk = {
    report: (each) => found.diagnostics.push(each),
    location: (value, location) => found.locations.set(value, location),
    unknown: (key, value, at) => {
      found.unknownMembers.add(key, value, at);
    },
    other: found.otherKeywords.add,
    enter(raw, at) {
      identifySchema(raw, at, identifiers, walk.report);
      return inResource(raw, at, identifiers.resources);
    },
    isLeftOut: (raw) => typeof raw === "object" && raw !== null && found.leftOut.has(raw),
    isSchemaName: (name) => isSchemaName(name, root),
    visit: visitOnce(
      (kind, raw, location) => (maySpend(kind, found.budget) ? rulesOf(location.file.version)[kind](raw, location, walk) : undefined),
      (location) => {
        walk.report(partOfItself(location));
      },
    ),
    peek(reference, at) {
      const target = parseReference(reference, at.base);
      return target === undefined ? undefined : read(target, found);
    },
    reference(kind, holder, key, at) {
      if (!found.budget.spend("reference")) return;
      const text = String(holder[key]);
      const location = childLocation(at, key);
      // Most references are met many times: each is parsed once, and has one target object.
      const whole = `${at.base} ${text}`;
      if (!parsed.has(whole)) reportSlash(text, location, walk);
      const target = parsed.get(whole) ?? parseReference(text, at.base);
      parsed.set(whole, target);
      if (key === "$dynamicRef" && target !== undefined) found.dynamicRefs.set(holder, target.fragment);
      if (target === undefined) walk.report(badReference(kind, text, location));
      else found.queue.push({ kind, holder, key, at: location, target });
    },
  };
  const state = { ...found, walk };
  identifySchemasIn(root, state);
  return state;
}

function maySpend(kind: Kind, budget: SizeBudget): boolean {
  return kind === "schema" || kind === "operation" ? budget.spend(kind) : budget.exceeded() === undefined;
}

function reportSlash(text: string, at: DocumentLocation, { report }: Walk): void {
  const meant = withoutSlash(text);
  if (meant === undefined) return;
  const message = `${JSON.stringify(text)} has a slash behind the name of a file.`;
  const assumed = `it is read as ${JSON.stringify(meant)}`;
  report(diagnostic("ref-not-found", message, { at: originAt(at), hint: `Write ${JSON.stringify(meant)}.`, assumed }));
}

function badReference(kind: Kind, text: string, at: DocumentLocation): Diagnostic {
  const hint =
    at.file.source.uri === STDIN
      ? "Standard input has no folder that it could be relative to: name the file instead."
      : "A reference is a URI or a path from this file, with a JSON Pointer after #.";
  const message = `${JSON.stringify(text)} is not a reference that can be followed from here.`;
  return diagnostic("bad-ref", message, { at: originAt(at), hint, assumed: absent[kind] });
}

function isSchemaName(name: string, { version, source }: DescriptionFile): boolean {
  const named = version === "2.0" ? ["definitions"] : ["components", "schemas"];
  return pointer.at(source.value, [...named, name]) !== undefined;
}

/** Notes what a file and the schemas in it call themselves. */
export function identifySchemasIn(file: DescriptionFile, { identifiers, walk }: WalkState): void {
  const { value } = file.source;
  identifyFile(file, identifiers, walk.report);
  if (!file.identifying) return;
  if (looksLikeSchema(value)) identifySchema(value, rootLocation(file), identifiers, walk.report);
  else identifyWithin(value, rootLocation(file), identifiers, walk.report);
}

const rulesOf = eitherVersion(swaggerObjects);

/** What is read in the place of a reference to a list or a map holds that reference. */
function partOfItself(location: DocumentLocation): Diagnostic {
  return diagnostic("ref-cycle", `"${String(location.key)}" is a part of itself here.`, {
    at: originAt(location),
    hint: "Refer to a schema, where a reference may stand, and not to a list or a map of them.",
    assumed: "it is left out",
  });
}

/**
 * Upgrades each object once per kind: what is referred to often, and what YAML aliases share, stays shared. What is met within itself, as members
 * that are read in the place of a reference may be, has no end: it is told, and of no use.
 */
function visitOnce(visit: Walk["visit"], tellEndless: (location: DocumentLocation) => void): Walk["visit"] {
  const visited = new Map(KINDS.map((kind) => [kind, new Map<object, unknown>()]));
  // A text that is read as a schema is one, too, however it is reached: in a circle of them, what is cut in one is cut in all.
  const texts = new Map<string, unknown>();
  const visiting = new Map(KINDS.map((kind) => [kind, new Set<object>()]));
  return (kind, raw, location) => {
    if (kind === "schema" && typeof raw === "string") {
      const { file, pointer: place } = originAt(location);
      const key = `${file}#${place}`;
      if (!texts.has(key)) texts.set(key, visit(kind, raw, location));
      return texts.get(key);
    }
    if (typeof raw !== "object" || raw === null) return visit(kind, raw, location);
    const known = visited.get(kind);
    const before = known?.get(raw);
    if (before !== undefined) return before;
    const current = visiting.get(kind);
    if (current?.has(raw) === true) {
      tellEndless(location);
      return undefined;
    }
    current?.add(raw);
    const upgraded = visit(kind, raw, location);
    current?.delete(raw);
    known?.set(raw, upgraded);
    return upgraded;
  };
}

/** The upgraded form of a target; the empty value when it is not of its kind, which was reported. */
export function upgrade(kind: Kind, raw: Json, at: DocumentLocation, state: WalkState): unknown {
  return readOrReference(kind, raw, at, state.walk) ?? emptyAt(kind, at, state);
}

/** What stands in for a target that does not exist, as messages say it. */
export const absent: Readonly<Record<Kind, string>> = {
  pathItem: "it has no operations",
  operation: "any response is accepted",
  parameter: "the parameter is left out",
  header: "any value is accepted",
  requestBody: "it has no content",
  mediaType: "any value is accepted",
  response: "a response without a described body is accepted",
  securityScheme: "no credential is sent, and a server asks `authenticate`",
  schema: "any value is accepted",
  sla: "it is left out",
};

/** The same as a value. */
export function emptyAt(kind: Kind, at: DocumentLocation, state: WalkState): object {
  const value = kind === "pathItem" ? { operations: {} } : kind === "requestBody" ? { content: {} } : {};
  state.walk.location(value, at);
  return value;
}

/** The file and tokens that a target means; `undefined` while its file is not loaded or its anchor not met. */
export function locate(
  target: Target,
  state: Pick<WalkState, "identifiers" | "files">,
): { readonly file: DescriptionFile; readonly tokens: readonly string[] } | undefined {
  const tokens = pointer.parse(target.fragment);
  const { anchors } = state.identifiers;
  const anchor = anchors.get(tokens === undefined ? `${target.uri}#${target.fragment}` : target.uri);
  if (anchor !== undefined) return { file: anchor.file, tokens: [...(pointer.parse(pointerOf(anchor)) ?? []), ...(tokens ?? [])] };
  const file = state.files.get(target.uri);
  if (file === undefined) return undefined;
  return tokens === undefined ? anchorIn(file, target.fragment, state) : { file, tokens: tokensIn(file, tokens, target.written) };
}

/** The tokens of a pointer; those of its text as written, where only these lead somewhere: a name may have been put into it as it is, percent signs and all. */
function tokensIn(file: DescriptionFile, decoded: readonly string[], written: string | undefined): readonly string[] {
  const own = toSwaggerTokens(file, decoded);
  if (written === undefined || pointer.at(file.source.value, own) !== undefined) return own;
  const literal = toSwaggerTokens(file, pointer.parse(written) ?? decoded);
  return pointer.at(file.source.value, literal) === undefined ? own : literal;
}

/** An anchor in the resource of a file's root, which may call itself by another URI than that of the file. */
function anchorIn(file: DescriptionFile, name: string, { identifiers }: Pick<WalkState, "identifiers">): ReturnType<typeof locate> {
  const { base } = inResource(file.source.value, rootLocation(file), identifiers.resources);
  const anchor = identifiers.anchors.get(`${base}#${name}`);
  return anchor === undefined ? undefined : { file: anchor.file, tokens: pointer.parse(pointerOf(anchor)) ?? [] };
}

/** What a target leads to, as written. */
export function read(
  target: Target,
  state: Pick<WalkState, "identifiers" | "files">,
): { readonly raw: Json; readonly at: DocumentLocation } | undefined {
  const found = locate(target, state);
  const raw = found === undefined ? undefined : pointer.at(found.file.source.value, found.tokens);
  if (found === undefined || raw === undefined) return undefined;
  return { raw, at: locationAt(found.file, found.tokens, state.identifiers.resources) };
}
