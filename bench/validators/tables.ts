/** The figures as tables in Markdown. */
import type { Figure } from "./speed.js";
import type { Weight } from "./weight.js";

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** Three digits that count, and no more than there are. */
function nanoseconds(value: number): string {
  if (value >= 100_000) return `${(value / 1000).toFixed(0)}k`;
  if (value >= 10_000) return `${(value / 1000).toFixed(1)}k`;
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

function ratio(value: number, of: number | undefined): string {
  if (of === undefined) return "–";
  const quotient = value / of;
  return quotient >= 100 ? quotient.toFixed(0) : quotient >= 10 ? quotient.toFixed(1) : quotient.toFixed(2);
}

/** Notes that cells have in common stand below the table once, by their number. */
function footnotes(): { readonly mark: (note: string | undefined) => string; readonly print: () => string } {
  const notes: string[] = [];
  return {
    mark(note) {
      if (note === undefined) return "";
      if (!notes.includes(note)) notes.push(note);
      return ` (${String(notes.indexOf(note) + 1)})`;
    },
    print: () => notes.map((note, index) => `${String(index + 1)}. ${note}`).join("\n"),
  };
}

/** Nanoseconds per answer, then the same as ratios: to what is written by hand, and in parentheses to ajv. */
export function speedTables(figures: readonly Figure[]): string {
  const workloads = distinct(figures.map(({ workload }) => workload));
  const contenders = distinct(figures.map(({ contender }) => contender));
  const { mark, print } = footnotes();
  const find = (contender: string, workload: string): Figure | undefined =>
    figures.find((figure) => figure.contender === contender && figure.workload === workload);
  const times = contenders.map((contender) => [
    contender,
    ...workloads.map((workload) => {
      const figure = find(contender, workload);
      return `${figure?.nanoseconds === undefined ? "–" : nanoseconds(figure.nanoseconds)}${mark(figure?.note)}`;
    }),
  ]);
  const ratios = contenders.map((contender) => [
    contender,
    ...workloads.map((workload) => {
      const own = find(contender, workload)?.nanoseconds;
      if (own === undefined) return "–";
      const ajv = find("ajv (compiled)", workload)?.nanoseconds;
      return `${ratio(own, find("hand", workload)?.nanoseconds)} (${ratio(own, ajv)})`;
    }),
  ]);
  const parts = [table(["ns per answer", ...workloads], times), table(["to hand (to ajv)", ...workloads], ratios), print()];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Bytes and milliseconds of each load. */
export function weightTable(weights: readonly Weight[]): string {
  const { mark, print } = footnotes();
  const loads = distinct(weights.map(({ load }) => load));
  const rows = distinct(weights.map(({ contender }) => contender)).map((contender) => [
    contender,
    ...loads.flatMap((load) => {
      const weight = weights.find((one) => one.load === load && one.contender === contender);
      if (weight?.zipped === undefined) return [`–${mark(weight?.note)}`, "–"];
      const size = `${grouped(weight.zipped)} (${grouped(weight.bytes ?? 0)})${mark(weight.note)}`;
      return [size, `${(weight.loaded ?? 0).toFixed(2)} / ${(weight.answered ?? 0).toFixed(2)}`];
    }),
  ]);
  const heads = loads.flatMap((load) => [`${load}: bytes by gzip (minified)`, "ms to load / to the first answer"]);
  return [table(["", ...heads], rows), print()].filter((part) => part !== "").join("\n\n");
}

const grouped = (value: number): string => String(value).replace(/(?<=\d)(?=(?:\d{3})+$)/g, " ");
