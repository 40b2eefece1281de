import type { Json } from "../source/source-file.js";
import type { Origin } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { presets, type PresetName } from "../presets/index.js";
import type { LimitsConfig } from "../presets/limits-config.js";
import type { ConfigReader } from "./config-reader.js";

export type { LimitsConfig } from "../presets/limits-config.js";

/** Limits beside those of a preset. What stands here is taken instead of what the preset has at the same key. */
export interface PresetConfig extends LimitsConfig {
  /** A service whose limits are known. */
  readonly preset?: PresetName;
}

/** Limits as written, and where: what they say is checked against the description. */
export interface WrittenLimits {
  readonly value: Json;
  /** As a person would name it: "apis.petstore.limits". */
  readonly name: string;
  readonly at: { readonly file: string; readonly pointer: string };
  /** The members that are those of a preset. */
  readonly preset?: readonly string[];
}

const presetNames = Object.keys(presets) as readonly PresetName[]; // the keys of the table

/** The `limits` of an API: `false`, `"auto"`, the name of a preset, or data. */
export function readLimits(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
): WrittenLimits | "auto" | false | undefined {
  const written = api["limits"];
  const place = [...at, "limits"];
  if (written === undefined || written === false || written === "auto") return written;
  if (written === true) {
    reader.report("config-invalid-value", place, takes, advice);
    return undefined;
  }
  const named = { name: place.join("."), at: reader.place(place) };
  if (typeof written === "string") {
    const preset = readPreset(reader, written, place);
    return preset && { value: { ...preset }, ...named, preset: Object.keys(preset) };
  }
  const record = reader.record(written, place);
  const value = record === undefined ? undefined : asJson(reader, written, place);
  if (record === undefined || value === undefined) return undefined;
  const spread = Object.keys(record).filter((key) => isOfPreset(key, record[key]));
  if (record["preset"] === undefined) return { value, ...named, ...(spread.length === 0 ? {} : { preset: spread }) };
  const preset = readPreset(reader, record["preset"], [...place, "preset"]);
  if (preset === undefined) return undefined;
  const { preset: _, ...own } = value as { readonly [key: string]: Json }; // it was read from an object
  return { value: { ...preset, ...own }, ...named, preset: Object.keys(preset).filter((key) => !Object.hasOwn(own, key)) };
}

/** Whether a value is the very object that a preset has at a key: it was spread. */
function isOfPreset(key: string, value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values<LimitsConfig>(presets).some((each) => each[key as keyof LimitsConfig] === value)
  );
}

const takes = 'must be "auto", false, the name of a preset or an object';
const advice = "Described limits are kept to unless it is false; `auto` keeps to those that the service reports.";

function readPreset(reader: ConfigReader, written: unknown, place: readonly string[]): { readonly [key: string]: Json } | undefined {
  const name = presetNames.find((each) => each === written);
  if (name !== undefined) return presets[name];
  const isWhole = place.at(-1) === "limits";
  const known = isWhole ? ["auto", ...presetNames] : presetNames;
  const meant = typeof written === "string" ? spellingSuggestion(written, known) : undefined;
  const problem = isWhole ? takes : "must be the name of a preset";
  const which = `Presets are ${presetNames.join(", ")}.`;
  const hint = meant === undefined ? (isWhole ? `${which} ${advice}` : which) : `Did you mean ${JSON.stringify(meant)}?`;
  reader.report("config-invalid-value", place, problem, hint);
  return undefined;
}

/** A value of a program as data; members that are undefined are left out, and what data cannot say is reported. */
export function asJson(reader: ConfigReader, value: unknown, at: readonly string[]): Json | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => asJson(reader, item, [...at, String(index)]) ?? null);
  if (typeof value === "object" && isPlain(value)) {
    const members = Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      const json = member === undefined ? undefined : asJson(reader, member, [...at, key]);
      return json === undefined ? [] : [[key, json] as const];
    });
    return Object.fromEntries(members);
  }
  reader.report("config-invalid-value", at, "must be data: a string, a number, true or false, a list or an object");
  return undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** The `gateStore` of an API: where it stands, if it is true. */
export function readGateStore(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
): { readonly at: Origin } | undefined {
  const isOn = reader.flag(api, "gateStore", at, "With true, several processes can share the limits of a credential.");
  return isOn === true ? { at: reader.place([...at, "gateStore"]) } : undefined;
}
