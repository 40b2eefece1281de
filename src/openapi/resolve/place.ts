import { InternalError, type Origin } from "../../diagnostic/diagnostic.js";
import { child as childPointer } from "../../source/json-pointer.js";
import { step } from "../../source/json-pointer.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import type { Dialect } from "./dialect.js";

/** The versions that are read. */
export type Version = "2.0" | "3.0" | "3.1" | "3.2";

/** A file of the description, and the version it is read as: its own, else that of the file which first refers to it. */
export interface Unit {
  readonly source: SourceFile;
  readonly version: Version;
  /** What references in it are relative to: what it calls itself (`$self`), else where it was read. */
  readonly base: string;
  /** Of its schemas, but for those that name another. */
  readonly dialect: Dialect;
  /** Whether schemas in it may have names of their own, and are looked through for them. */
  readonly naming: boolean;
}

/** Where a value as written stands. The pointer is spelled out only when somebody asks. */
export interface Place {
  readonly unit: Unit;
  /** What references at this place are relative to: that of the file, or the nearest `$id` above. */
  readonly base: string;
  readonly parent: Place | undefined;
  readonly key: string | number;
}

export function rootPlace(unit: Unit): Place {
  return { unit, base: unit.base, parent: undefined, key: "" };
}

export function childPlace(parent: Place, key: string | number): Place {
  return { unit: parent.unit, base: parent.base, parent, key };
}

/** The place of a JSON Pointer's tokens below a file's root; `resources` on the way change what references are relative to. */
export function placeAt(unit: Unit, tokens: readonly string[], resources: ReadonlyMap<object, Pick<Place, "unit" | "base">>): Place {
  if (resources.size === 0) return tokens.reduce(childPlace, rootPlace(unit));
  let value: Json | undefined = unit.source.value;
  let place = inResource(value, rootPlace(unit), resources);
  for (const token of tokens) {
    value = step(value, token);
    place = inResource(value, childPlace(place, token), resources);
  }
  return place;
}

/** The place of a value that may begin a resource. */
export function inResource(value: unknown, at: Place, resources: ReadonlyMap<object, Pick<Place, "unit" | "base">>): Place {
  const own = typeof value === "object" && value !== null ? resources.get(value) : undefined;
  return own === undefined ? at : { ...at, ...own };
}

/** What stands at a place, as the file has it; of what the upgrade has made, what it was made of. */
export function writtenAt(place: Place): Json | undefined {
  return place.parent === undefined ? place.unit.source.value : step(writtenAt(place.parent), String(place.key));
}

export function pointerOf(place: Place): string {
  const keys: (string | number)[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.reduceRight<string>((pointer, key) => childPointer(pointer, key), "");
}

export function originOf(place: Place): Origin {
  return { file: place.unit.source.uri, pointer: pointerOf(place) };
}

/**
 * An origin that is spelled out when somebody asks. A large description has a hundred thousand places and prints a few of
 * them; spelling all out was a third of the time of building. It keeps places alive, and nothing of the resolved
 * description. A class, because its getters are shared by all of them.
 */
export class LazyOrigin implements Origin {
  readonly #place: Place | undefined;

  constructor(place: Place | undefined) {
    this.#place = place;
  }

  get file(): string {
    return this.toJSON().file;
  }

  get pointer(): string {
    return this.toJSON().pointer;
  }

  toJSON(): Origin {
    if (this.#place === undefined) throw new InternalError("The origin was asked of an object that is no part of the description");
    return originOf(this.#place);
  }
}
