/**
 * Defaults of what a request body leaves out.
 */
import { put } from "./shape.js";

/** What a schema gives to what is left out: of its own, by the name of a shared one, or of several of which the first counts. */
export type BodyDefaults = string | OwnDefaults | readonly BodyDefaults[];

export interface OwnDefaults {
  /** Values of properties that are absent. */
  readonly values?: { readonly [property: string]: unknown };
  /** For the inside of properties that are present. */
  readonly properties?: { readonly [property: string]: BodyDefaults };
  /** For the inside of properties that `properties` does not have. */
  readonly additional?: BodyDefaults;
  /** For the inside of the first items of a list. */
  readonly prefix?: readonly BodyDefaults[];
  /** For the inside of the items after those. */
  readonly items?: BodyDefaults;
}

/** By name. They refer to each other by name too, so that schemas may refer to themselves: a body ends, so filling it in does. */
export interface SharedDefaults {
  readonly [name: string]: BodyDefaults;
}

/** Whether a body of this media type says what to change: what it leaves out stays as it is. */
export const isPatch = (essence: string): boolean => essence.endsWith("patch+json");

/**
 * Fills in what a body leaves out, in place: the body is freshly read, so nobody else has it. What is there stays, null
 * included; what is filled in stands as the description has it, and is nobody else's either.
 */
export function fillIn(body: unknown, defaults: BodyDefaults, shared: SharedDefaults): void {
  // A list of what is to do: bodies may nest deeper than calls can.
  const open: Task[] = [{ value: body, layers: layersOf([defaults], shared) }];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    const { value, layers } = task;
    if (layers.length === 0 || typeof value !== "object" || value === null || value instanceof Blob) continue;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (typeof item !== "object") continue;
        open.push({
          value: item,
          layers: layersOf(
            layers.map(({ prefix, items }) => prefix?.[index] ?? items),
            shared,
          ),
        });
      }
    } else fillObject(value as Record<string, unknown>, layers, shared, open); // JSON and forms have no other objects
  }
}

interface Task {
  readonly value: unknown;
  readonly layers: readonly OwnDefaults[];
}

function fillObject(value: Record<string, unknown>, layers: readonly OwnDefaults[], shared: SharedDefaults, open: Task[]): void {
  // The inside of what was sent, before anything is filled in.
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== "object" || member === null) continue;
    const inside = layers.map(({ properties, additional }) =>
      properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : additional,
    );
    open.push({ value: member, layers: layersOf(inside, shared) });
  }
  for (const { values } of layers) {
    if (values === undefined) continue;
    for (const [name, given] of Object.entries(values)) if (!Object.hasOwn(value, name)) put(value, name, fresh(given));
  }
}

/** A copy where there is something to change: a default is the same for every request, and what a handler gets is its own. */
export const fresh = (value: unknown): unknown => (typeof value === "object" && value !== null ? structuredClone(value) : value);

/** All that applies to one value, names replaced by what they stand for, each once. */
function layersOf(defaults: readonly (BodyDefaults | undefined)[], shared: SharedDefaults): readonly OwnDefaults[] {
  const layers: OwnDefaults[] = [];
  const met = new Set<string>();
  const add = (given: BodyDefaults | undefined): void => {
    if (given === undefined) return;
    if (isList(given)) given.forEach(add);
    else if (typeof given !== "string") layers.push(given);
    else if (!met.has(given)) {
      met.add(given);
      if (Object.hasOwn(shared, given)) add(shared[given]);
    }
  };
  defaults.forEach(add);
  return layers;
}

// `Array.isArray` does not narrow a readonly array.
const isList = (given: BodyDefaults): given is readonly BodyDefaults[] => Array.isArray(given);
