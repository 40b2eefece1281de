import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { parseReference } from "../../openapi/resolve/parse-reference.js";
import { at, child, parse } from "../../source/json-pointer.js";
import { asWritten } from "../../source/large-integers.js";
import { isJsonArray, type Json, type SourceFile } from "../../source/source-file.js";
import { readRawMembers } from "../lifecycle/read-raw.js";
import type { Example } from "../ir/operation.js";
import type { BuildContext } from "./context.js";

/** What a media type, a parameter and a header say of examples: not checked by any rule of ours. */
interface WithExamples {
  readonly example?: Json;
  readonly examples?: Json;
}

type JsonObject = { readonly [key: string]: Json };

/** References are followed this far; those of examples lead to one more at most. */
const maxReferenceSteps = 10;

/** The examples beside a schema, in the order written. `example` excludes `examples` (OAS 3.1.1 section 4.8.14.1): where both stand, it comes first. */
export function buildExamples(value: WithExamples & object, build: BuildContext): readonly Example[] {
  const { example, examples } = value;
  if (example === undefined && examples === undefined) return none;
  const { file, pointer } = build.resolved.origin(value);
  const { files } = build.resolved;
  const own = exact(example, () => at(sourceOf(files, file)?.value ?? null, parse(pointer) ?? []), "example", sourceOf(files, file));
  const short: readonly Example[] = own === undefined ? [] : [{ name: undefined, doc: {}, kind: "value", value: own }];
  if (!isObject(examples)) return short;
  readRawMembers(value, "examples", "example", build);
  const originOf = (name: string): Origin => ({ file, pointer: child(`${pointer}/examples`, name) });
  return [...short, ...Object.entries(examples).flatMap(([name, written]) => readExample(name, written, originOf(name), build) ?? [])];
}

const none: readonly Example[] = [];

const sourceOf = (files: BuildContext["resolved"]["files"], wanted: string): SourceFile | undefined =>
  files.find(({ uri }) => uri === wanted);

/** A value of a file as its author wrote it: with the integers that a number does not hold. */
function exact(value: Json | undefined, holder: () => unknown, key: string, source: SourceFile | undefined): Json | undefined {
  return value === undefined || source?.large === undefined ? value : asWritten(value, holder, key, source.large);
}

/** One Example Object. One in a file that nothing else refers to is not looked for; one that is in no file is reported, and left out. */
function readExample(name: string, start: Json, origin: Origin, { resolved, report }: BuildContext): Example | undefined {
  let written = start;
  let { file } = origin;
  const texts: JsonObject[] = [];
  for (let step = 0; isObject(written) && typeof written["$ref"] === "string"; step += 1) {
    texts.push(written);
    const target = parseReference(written["$ref"], file);
    const tokens = target === undefined ? undefined : parse(target.fragment);
    const source = target && sourceOf(resolved.files, target.uri);
    const found = source === undefined || tokens === undefined ? undefined : at(source.value, tokens);
    if (source === undefined) return undefined;
    if (found === undefined || step === maxReferenceSteps) {
      const message = `${JSON.stringify(written["$ref"])} leads to ${found === undefined ? "nothing" : "no example"}.`;
      report(diagnostic("ref-not-found", message, { at: origin, severity: "warning", hint: "The example is left out." }));
      return undefined;
    }
    [written, file] = [found, source.uri];
  }
  if (!isObject(written)) return undefined;
  const said = [...texts, written];
  const head = { name, doc: { ...textOf(said, "summary"), ...textOf(said, "description") } };
  // OpenAPI 3.2 splits `value` in two: `dataValue` and, as it is sent, `serializedValue`.
  const { externalValue, serializedValue } = written;
  const key = written["value"] === undefined ? "dataValue" : "value";
  const value = exact(written[key], () => written, key, sourceOf(resolved.files, file));
  if (value !== undefined) return { ...head, kind: "value", value };
  if (typeof serializedValue === "string") return { ...head, kind: "serialized", text: serializedValue };
  return typeof externalValue === "string" ? { ...head, kind: "external", location: externalValue } : undefined;
}

/** What a reference says beside itself wins over what it leads to. */
function textOf<K extends "summary" | "description">(said: readonly JsonObject[], key: K): { readonly [key in K]?: string } {
  const text = said.map((each) => each[key]).find((each) => typeof each === "string");
  return text === undefined ? {} : ({ [key]: text } as { readonly [key in K]: string }); // a computed key widens to string
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !isJsonArray(value);
