import type { Diagnostic, Origin } from "../../diagnostic/diagnostic.js";
import { LazyOrigin } from "../../openapi/resolve/document-location.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import { at, child, parse } from "../../source/json-pointer.js";

/** The origin of an object of the description. */
export function originOf(value: object, resolved: Resolved): Origin {
  return resolved.originLater(value);
}

/** The origin of what an object of the description has at a key, or at several, one in the other. */
export function memberOrigin(value: object, resolved: Resolved, ...keys: readonly (string | number)[]): Origin {
  return inside(resolved.origin(value), ...keys);
}

/** The place of a member of what stands at a place. */
export function inside({ file, pointer }: Origin, ...keys: readonly (string | number)[]): Origin {
  return { file, pointer: keys.reduce<string>(child, pointer) };
}

/** The same, with a pointer that is put together when somebody asks: of what is walked through, hardly anybody does. */
export function insideLater(holder: Origin, key: string | number): Origin {
  return new LaterOrigin(holder, key);
}

class LaterOrigin implements Origin {
  readonly file: string;
  readonly #holder: Origin;
  readonly #key: string | number;

  constructor(holder: Origin, key: string | number) {
    this.file = holder.file;
    this.#holder = holder;
    this.#key = key;
  }

  get pointer(): string {
    return child(this.#holder.pointer, this.#key);
  }

  toJSON(): Origin {
    return { file: this.file, pointer: this.pointer };
  }
}

/** Whether a place is in the description as it is written: that depends on its version, and on what was assumed. */
export function stands({ file, pointer }: Origin, { files }: Resolved): boolean {
  const source = files.find(({ uri }) => uri === file);
  const tokens = parse(pointer);
  return source !== undefined && tokens !== undefined && at(source.value, tokens) !== undefined;
}

/** A diagnostic whose place is spelled out: it leaves the model, and may be copied or printed as it is. */
export function spelledOut(found: Diagnostic): Diagnostic {
  const { at } = found;
  return at instanceof LazyOrigin || at instanceof LaterOrigin ? { ...found, at: at.toJSON() } : found;
}
