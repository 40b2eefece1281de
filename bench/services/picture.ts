/** A picture of requests over time: for some styles, what sundial and two others send, and what becomes of it. */
import type { Seen } from "./ledger.js";
import type { Cell } from "./run.js";

/** One style, with its clients below each other. */
export interface Panel {
  readonly title: string;
  readonly cells: readonly Cell[];
}

/** Which cells are drawn: of a burst. */
export const drawn: readonly { readonly style: string; readonly title: string; readonly clients: readonly string[] }[] = [
  { style: "github primary", title: "GitHub: 60 an hour, 200 calls at once", clients: ["sundial", "ky", "octokit"] },
  { style: "openai", title: "OpenAI: 60 at once and 1 a second, 200 calls at once", clients: ["sundial", "ky", "aws adaptive"] },
  {
    style: "discord hot",
    title: "Discord: 5 in 5 s for each route, 200 calls at once, nearly all of one route",
    clients: ["sundial", "ky", "bottleneck"],
  },
];

/** What becomes of a request. Colours are seen on white and on black. */
const kinds = [
  { name: "served", colour: "#3b82f6" },
  { name: "turned away", colour: "#d97706" },
  { name: "sent while closed", colour: "#e11d48" },
  { name: "after the ban", colour: "#8b8b93" },
] as const;

const kindOf = ({ outcome, early }: Seen): number => (outcome === "banned" ? 3 : early ? 2 : outcome === "served" ? 0 : 1);

const size = { width: 900, left: 160, right: 20, top: 40, panel: 34, row: 56, gap: 26, bins: 180 };
const plotWidth = size.width - size.left - size.right;
const grey = "#7d8590";

const text = (x: number, y: number, words: string, more = ""): string =>
  `<text x="${String(x)}" y="${String(y)}" fill="${grey}" ${more}>${escaped(words)}</text>`;

const escaped = (words: string): string => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const rectangle = (x: number, y: number, width: number, height: number, colour: string): string =>
  `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" fill="${colour}"/>`;

const fixed = (value: number): string => String(Number(value.toFixed(2)));

/** How many requests of each kind came in each part of the time. */
function histogram({ seen, start }: Cell, seconds: number): readonly (readonly number[])[] {
  const counts = Array.from({ length: size.bins }, () => kinds.map(() => 0));
  for (const one of seen) {
    const bin = counts[Math.floor((((one.at - start) / 1000) * size.bins) / seconds)];
    const kind = kindOf(one);
    if (bin !== undefined) bin[kind] = (bin[kind] ?? 0) + 1;
  }
  return counts;
}

/** Heights are square roots, so that one request is seen beside two hundred. */
const heightOf = (count: number, most: number): number => (most === 0 ? 0 : Math.sqrt(count / most) * (size.row - 12));

function drawRow(cell: Cell, seconds: number, most: number, top: number): string {
  const { row } = cell;
  const base = top + size.row;
  const bars = histogram(cell, seconds).flatMap((counts, bin) => {
    const x = size.left + (plotWidth * bin) / size.bins;
    let below = 0;
    return counts.flatMap((count, kind) => {
      if (count === 0) return [];
      const [from, to] = [heightOf(below, most), heightOf(below + count, most)];
      below += count;
      return [rectangle(x, base - to, Math.max(plotWidth / size.bins - 0.6, 1), Math.max(to - from, 0.8), kinds[kind]?.colour ?? grey)];
    });
  });
  const failed = row.failed > 0 ? `, ${row.failed} failed` : "";
  const note = row.banned ? `banned${failed}` : `${row.rejected} turned away${failed}`;
  return [
    ...bars,
    `<line x1="${String(size.left)}" x2="${String(size.width - size.right)}" y1="${String(base)}" y2="${String(base)}" stroke="${grey}" stroke-opacity="0.5"/>`,
    text(size.left - 10, base - 22, row.client, `text-anchor="end" font-weight="600"`),
    text(size.left - 10, base - 7, note, `text-anchor="end" font-size="10"`),
  ].join("\n");
}

/** Marks of the time, at whole minutes, hours or tens of seconds. */
function drawAxis(seconds: number, y: number): string {
  const step = [10, 20, 30, 60, 300, 600, 1800, 3600, 7200].find((one) => seconds / one <= 10) ?? seconds;
  const [unit, name] = step >= 3600 ? [3600, "h"] : step >= 60 ? [60, "min"] : [1, "s"];
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => {
    const x = size.left + (plotWidth * index * step) / seconds;
    return text(Number(fixed(x)), y + 14, `${String((index * step) / unit)} ${name}`, `text-anchor="middle" font-size="10"`);
  }).join("\n");
}

function drawPanel({ title, cells }: Panel, top: number): string {
  const seconds = Math.max(...cells.map(({ ideal }) => ideal)) * 1.06;
  const most = Math.max(
    ...cells.flatMap((cell) => histogram(cell, seconds).map((counts) => counts.reduce((sum, count) => sum + count, 0))),
  );
  const first = top + size.panel - 20;
  return [
    text(size.left, top + 12, title, `font-size="13" font-weight="600"`),
    ...cells.map((cell, index) => drawRow(cell, seconds, most, first + index * size.row)),
    drawAxis(seconds, first + cells.length * size.row),
  ].join("\n");
}

const panelHeight = ({ cells }: Panel): number => size.panel + cells.length * size.row + size.gap;

/** The picture as SVG, on no background. */
export function drawPicture(panels: readonly Panel[]): string {
  let top = size.top;
  const parts = panels.map((panel) => {
    const part = drawPanel(panel, top);
    top += panelHeight(panel);
    return part;
  });
  const legend = kinds.map(({ name, colour }, index) => {
    const x = size.left + index * 150;
    return `${rectangle(x, 12, 11, 11, colour)}\n${text(x + 17, 22, name)}`;
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(size.width)} ${String(top)}" width="${String(size.width)}" height="${String(top)}" font-family="system-ui, sans-serif" font-size="12">`,
    "<title>Requests over time</title>",
    "<desc>For three services: the requests of three clients, and what became of them. Heights are square roots of counts.</desc>",
    ...legend,
    ...parts,
    "</svg>",
  ].join("\n")}\n`;
}
