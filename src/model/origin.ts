import type { Diagnostic, Origin } from "../diagnostic/diagnostic.js";
import type { Resolved } from "../openapi/resolved.js";

/**
 * Where an object was written, spelled out when somebody asks. A large description has a hundred thousand places and prints a
 * few of them; spelling all out was a third of the time of building. A class, because its getters are shared by all of them.
 */
class LazyOrigin implements Origin {
  readonly #resolved: Resolved;
  readonly #value: object;

  constructor(resolved: Resolved, value: object) {
    this.#resolved = resolved;
    this.#value = value;
  }

  get file(): string {
    return this.#resolved.origin(this.#value).file;
  }

  get pointer(): string {
    return this.#resolved.origin(this.#value).pointer;
  }

  toJSON(): Origin {
    return this.#resolved.origin(this.#value);
  }
}

/** The origin of an object of the description. */
export function originOf(value: object, resolved: Resolved): Origin {
  return new LazyOrigin(resolved, value);
}

/** A diagnostic whose place is spelled out: it leaves the model, and may be copied or printed as it is. */
export function spelledOut(found: Diagnostic): Diagnostic {
  const { at } = found;
  return at instanceof LazyOrigin ? { ...found, at: at.toJSON() } : found;
}
