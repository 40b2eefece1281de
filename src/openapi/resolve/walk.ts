import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import * as pointer from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { STDIN } from "../../source/uri.js";
import { objects } from "../rules/objects.js";
import type { DynamicTargets } from "./dynamic.js";
import { identifySchema, identifyWithin, looksLikeSchema, nameFile, type Names } from "./identify.js";
import { childPlace, inResource, originOf, placeAt, pointerOf, rootPlace, type Place, type Unit } from "./place.js";
import { parseReference, type Target } from "./reference.js";
import { readOrReference, type Kind, type Walk } from "../rules/rule.js";
import { eitherVersion } from "../versions/other-version.js";
import { swaggerObjects } from "../versions/swagger.js";
import { toSwaggerTokens } from "../versions/swagger-pointers.js";

/** A reference that was met and is still to be followed: `holder[key]` is its text, `at` its place. */
export interface Pending {
  readonly kind: Kind;
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly at: Place;
  readonly target: Target;
  /** What it means by the `$id` around it, when nothing can be read there and `target` is beside its file instead. */
  readonly byId?: Target;
}

/** What a walk has found so far. Everything that refers is followed by a queue, so that no cycle and no long chain costs stack. */
export interface Walked {
  readonly root: Unit;
  readonly walk: Walk;
  readonly diagnostics: Diagnostic[];
  /** Where each upgraded object was written. */
  readonly places: Map<object, Place>;
  /** Upgraded targets, by kind and absolute reference. */
  readonly targets: ReadonlyMap<Kind, Map<string, unknown>>;
  readonly units: Map<string, Unit>;
  /** What schemas and files call themselves. */
  readonly names: Names;
  readonly queue: Pending[];
  /** Each `$dynamicRef`: the schema that has it, and the text of its fragment. */
  readonly dynamicRefs: Map<object, string>;
  readonly dynamicTargets: DynamicTargets;
}

const KINDS = Object.keys(objects) as readonly Kind[]; // The keys of a record of every Kind.

/** A walk that is yet to visit anything. */
export function startWalk(root: Unit, names: Names, diagnostics: Diagnostic[]): Walked {
  const found = {
    root,
    diagnostics,
    places: new Map<object, Place>(),
    targets: new Map(KINDS.map((kind) => [kind, new Map<string, unknown>()])),
    units: new Map([[root.source.uri, root]]),
    names,
    queue: [] as Pending[],
    dynamicRefs: new Map<object, string>(),
    dynamicTargets: new Map() as DynamicTargets,
  };
  const parsed = new Map<string, Target | undefined>();
  const named = root.version === "2.0" ? ["definitions"] : ["components", "schemas"];
  const walk: Walk = {
    report: (each) => found.diagnostics.push(each),
    place: (value, place) => found.places.set(value, place),
    enter(raw, at) {
      identifySchema(raw, at, names, walk.report);
      return inResource(raw, at, names.resources);
    },
    isSchemaName: (name) => pointer.at(root.source.value, [...named, name]) !== undefined,
    visit: visitOnce((kind, raw, place) => rulesOf(place.unit.version)[kind](raw, place, walk)),
    peek(reference, at) {
      const target = parseReference(reference, at.base);
      return target === undefined ? undefined : read(target, found);
    },
    reference(kind, holder, key, at) {
      const text = String(holder[key]);
      const place = childPlace(at, key);
      // Most references are met many times: each is parsed once, and has one target object.
      const whole = `${at.base} ${text}`;
      const target = parsed.get(whole) ?? parseReference(text, at.base);
      parsed.set(whole, target);
      if (key === "$dynamicRef" && target !== undefined) found.dynamicRefs.set(holder, target.fragment);
      if (target !== undefined) found.queue.push({ kind, holder, key, at: place, target });
      else {
        const hint =
          place.unit.source.uri === STDIN
            ? "Standard input has no folder that it could be relative to: name the file instead."
            : "A reference is a URI or a path from this file, with a JSON Pointer after #.";
        walk.report(
          diagnostic("bad-ref", `${JSON.stringify(text)} is not a reference that can be followed from here.`, {
            at: originOf(place),
            hint,
          }),
        );
      }
    },
  };
  const walked = { ...found, walk };
  nameItself(root, walked);
  return walked;
}

/** Notes what a file and the schemas in it call themselves. */
export function nameItself(unit: Unit, { names, walk }: Walked): void {
  const { value } = unit.source;
  nameFile(unit, names, walk.report);
  if (!unit.naming) return;
  if (looksLikeSchema(value)) identifySchema(value, rootPlace(unit), names, walk.report);
  else identifyWithin(value, rootPlace(unit), names, walk.report);
}

const rulesOf = eitherVersion(swaggerObjects);

/** Upgrades each object once per kind: what is referred to often, and what YAML aliases share, stays shared. */
function visitOnce(visit: Walk["visit"]): Walk["visit"] {
  const visited = new Map(KINDS.map((kind) => [kind, new Map<object, unknown>()]));
  return (kind, raw, place) => {
    if (typeof raw !== "object" || raw === null) return visit(kind, raw, place);
    const known = visited.get(kind);
    const before = known?.get(raw);
    if (before !== undefined) return before;
    const upgraded = visit(kind, raw, place);
    known?.set(raw, upgraded);
    return upgraded;
  };
}

/** The upgraded form of a target; the empty value when it is not of its kind, which was reported. */
export function upgrade(kind: Kind, raw: Json, at: Place, walked: Walked): unknown {
  return readOrReference(kind, raw, at, walked.walk) ?? emptyAt(kind, at, walked);
}

/** What stands in for a target that does not exist. */
export function emptyAt(kind: Kind, at: Place, walked: Walked): object {
  const value = kind === "pathItem" ? { operations: {} } : kind === "requestBody" ? { content: {} } : {};
  walked.walk.place(value, at);
  return value;
}

/** The file and tokens that a target means; `undefined` while its file is not loaded or its anchor not met. */
export function locate(
  target: Target,
  walked: Pick<Walked, "names" | "units">,
): { readonly unit: Unit; readonly tokens: readonly string[] } | undefined {
  const tokens = pointer.parse(target.fragment);
  const { anchors } = walked.names;
  const anchor = anchors.get(tokens === undefined ? `${target.uri}#${target.fragment}` : target.uri);
  if (anchor !== undefined) return { unit: anchor.unit, tokens: [...(pointer.parse(pointerOf(anchor)) ?? []), ...(tokens ?? [])] };
  const unit = walked.units.get(target.uri);
  if (unit === undefined) return undefined;
  return tokens === undefined ? anchorIn(unit, target.fragment, walked) : { unit, tokens: toSwaggerTokens(unit, tokens) };
}

/** An anchor in the resource of a file's root, which may call itself by another URI than that of the file. */
function anchorIn(unit: Unit, name: string, { names }: Pick<Walked, "names">): ReturnType<typeof locate> {
  const { base } = inResource(unit.source.value, rootPlace(unit), names.resources);
  const anchor = names.anchors.get(`${base}#${name}`);
  return anchor === undefined ? undefined : { unit: anchor.unit, tokens: pointer.parse(pointerOf(anchor)) ?? [] };
}

/** What a target leads to, as written. */
export function read(target: Target, walked: Pick<Walked, "names" | "units">): { readonly raw: Json; readonly at: Place } | undefined {
  const found = locate(target, walked);
  const raw = found === undefined ? undefined : pointer.at(found.unit.source.value, found.tokens);
  if (found === undefined || raw === undefined) return undefined;
  return { raw, at: placeAt(found.unit, found.tokens, walked.names.resources) };
}
