/** What is wrong with an output: it does not parse, or text of the description stands where it could do something. */
import type { GeneratedFile } from "../../../src/emit/print/file.js";
import { deeds, hasInvisible, isContained, parse, suspiciousComments, syntaxErrors, type Parsed } from "../../security/shape.js";
import { isRuntime } from "../../support/shared-runtime.js";
import type { Fault } from "./fault.js";

/** What files of outputs do, by path: learnt from descriptions that nobody has changed. */
export type KnownDeeds = Readonly<Record<string, readonly string[]>>;

export function outputFaults(
  files: readonly GeneratedFile[],
  known: ReadonlyMap<string, ReadonlySet<string>>,
  header: readonly string[] = [],
): readonly Fault[] {
  return files.filter((file) => !isRuntime(file)).flatMap((file) => faultsOf(file, known, header));
}

function faultsOf(
  { path, text }: GeneratedFile,
  known: ReadonlyMap<string, ReadonlySet<string>>,
  header: readonly string[],
): readonly Fault[] {
  const source = parse(path, text);
  const [syntax] = syntaxErrors(source);
  if (syntax !== undefined) return [{ kind: "syntax", detail: `${path}: ${syntax}` }];
  const ours = new Set(header.map((line) => `comment // ${line}`));
  const strange = deedsOf(source).filter((deed) => known.get(path)?.has(deed) !== true && !ours.has(deed));
  return [
    ...(isContained(path) ? [] : [{ kind: "leak" as const, detail: `${JSON.stringify(path)} is no path of ours` }]),
    ...strange.map((deed) => ({ kind: "leak" as const, detail: `${path}: ${deed}` })),
    ...(hasInvisible(text) ? [{ kind: "leak" as const, detail: `${path}: characters that cannot be seen` }] : []),
  ];
}

/** Deeds by which no description differs from another: extensions of imports, and members of what is the description's own, are all one. */
export function deedsOf(source: Parsed): readonly string[] {
  const plain = [...deeds(source)].map((deed) =>
    deed.replace(/^module ["'](.*?)(?:\.js|\.ts)?["']$/, "module $1").replace(/^(call|new) <own>.*$/, "$1 <own>"),
  );
  return [...new Set([...plain, ...suspiciousComments(source).map((comment) => `comment ${comment.slice(0, 200)}`)])];
}
