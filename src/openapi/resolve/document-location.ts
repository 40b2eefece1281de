import { InternalError, type Origin } from "../../diagnostic/diagnostic.js";
import { escapeToken, step } from "../../source/json-pointer.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import type { Dialect } from "./dialect.js";

/** The versions that are read. */
export type Version = "2.0" | "3.0" | "3.1" | "3.2";

/** A file of the description, and the version it is read as: its own, else that of the file which first refers to it. */
export interface DescriptionFile {
  readonly source: SourceFile;
  readonly version: Version;
  /** What references in it are relative to: what it calls itself (`$self`), else where it was read. */
  readonly base: string;
  /** Of its schemas, but for those that name another. */
  readonly dialect: Dialect;
  /** Whether schemas in it may have names of their own, and are looked through for them. */
  readonly identifying: boolean;
}

/** Where a value as written stands. The pointer is spelled out only when somebody asks. */
export interface DocumentLocation {
  readonly file: DescriptionFile;
  /** What references at this location are relative to: that of the file, or the nearest `$id` above. */
  readonly base: string;
  readonly parent: DocumentLocation | undefined;
  readonly key: string | number;
  /** A long key as pointers have it, once one was spelled out: thousands of locations may be below one long path. */
  token?: string;
}

/** Shorter keys are escaped as often as somebody asks. */
const longKey = 200;

export function rootLocation(file: DescriptionFile): DocumentLocation {
  return { file, base: file.base, parent: undefined, key: "" };
}

export function childLocation(parent: DocumentLocation, key: string | number): DocumentLocation {
  return { file: parent.file, base: parent.base, parent, key };
}

/** The location of a JSON Pointer's tokens below a file's root; `resources` on the way change what references are relative to. */
export function locationAt(
  file: DescriptionFile,
  tokens: readonly string[],
  resources: ReadonlyMap<object, Pick<DocumentLocation, "file" | "base">>,
): DocumentLocation {
  if (resources.size === 0) return tokens.reduce(childLocation, rootLocation(file));
  let value: Json | undefined = file.source.value;
  let location = inResource(value, rootLocation(file), resources);
  for (const token of tokens) {
    value = step(value, token);
    location = inResource(value, childLocation(location, token), resources);
  }
  return location;
}

/** The location of a value that may begin a resource. */
export function inResource(
  value: unknown,
  at: DocumentLocation,
  resources: ReadonlyMap<object, Pick<DocumentLocation, "file" | "base">>,
): DocumentLocation {
  const own = typeof value === "object" && value !== null ? resources.get(value) : undefined;
  return own === undefined ? at : { ...at, ...own };
}

/** What stands at a location, as the file has it; of what the upgrade has made, what it was made of. */
export function writtenAt(location: DocumentLocation): Json | undefined {
  return location.parent === undefined ? location.file.source.value : step(writtenAt(location.parent), String(location.key));
}

export function pointerOf(location: DocumentLocation): string {
  const tokens: string[] = [];
  for (let at = location; at.parent !== undefined; at = at.parent) tokens.push(tokenOf(at));
  return tokens.reduceRight<string>((pointer, token) => `${pointer}/${token}`, "");
}

function tokenOf(location: DocumentLocation): string {
  const { key } = location;
  if (typeof key === "number") return String(key);
  return key.length < longKey ? escapeToken(key) : (location.token ??= escapeToken(key));
}

/** The member of the file's root in which a location is; `undefined`: it is the root. */
export function sectionOf(location: DocumentLocation): string | number | undefined {
  let section: string | number | undefined;
  for (let at = location; at.parent !== undefined; at = at.parent) section = at.key;
  return section;
}

export function originAt(location: DocumentLocation): Origin {
  return { file: location.file.source.uri, pointer: pointerOf(location) };
}

/**
 * An origin that is spelled out when somebody asks. A large description has a hundred thousand locations and prints a few of
 * them; spelling all out was a third of the time of building. It keeps locations alive, and nothing of the resolved
 * description. A class, because its getters are shared by all of them.
 */
export class LazyOrigin implements Origin {
  readonly #location: DocumentLocation | undefined;

  constructor(location: DocumentLocation | undefined) {
    this.#location = location;
  }

  get file(): string {
    return this.#known().file.source.uri;
  }

  get pointer(): string {
    return pointerOf(this.#known());
  }

  toJSON(): Origin {
    return originAt(this.#known());
  }

  #known(): DocumentLocation {
    if (this.#location === undefined) throw new InternalError("There is no origin: the object is not part of the description");
    return this.#location;
  }
}
