/** The section of the documentation that these measurements are: tables and a picture, written anew from the cells. */
import { clients } from "./clients.js";
import { drawn, drawPicture, type Panel } from "./picture.js";
import type { Cell, Row } from "./run.js";
import { scenarios } from "./scenarios.js";
import { styles } from "./styles/index.js";

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...lines.map(line)].join("\n");
}

const bold = (client: string): string => (client.startsWith("sundial") ? `**${client}**` : client);

/** For each client: what it came to over all styles and scenarios that it fits. */
function summary(rows: readonly Row[]): string {
  const lines = clients.map(({ name }) => {
    const own = rows.filter(({ client }) => client === name);
    const sum = (value: (row: Row) => number): number => own.reduce((total, row) => total + value(row), 0);
    const shares = own.map(({ share }) => share).sort((one, other) => one - other);
    return [
      bold(name),
      String(own.length),
      String(own.filter(({ banned }) => banned).length),
      String(sum(({ sentWhileClosed }) => sentWhileClosed)),
      String(sum(({ failed }) => failed)),
      percent(
        sum(({ rejected }) => rejected) /
          Math.max(
            1,
            sum(({ sent }) => sent),
          ),
      ),
      percent(shares[Math.floor(shares.length / 2)] ?? 0),
    ];
  });
  return markdown(["client", "runs", "banned", "sent while closed", "failed calls", "rejected", "share, median"], lines);
}

/** A burst, with all columns. */
function burst(rows: readonly Row[]): string {
  const lines = rows
    .filter(({ scenario }) => scenario === "burst")
    .map(({ style, client, sent, rejected, sentWhileClosed, banned, failed, share, median, p99 }) => [
      style,
      bold(client),
      ...[sent, rejected, sentWhileClosed].map(String),
      banned ? "yes" : "no",
      String(failed),
      percent(share),
      ...[median, p99].map((seconds) => seconds.toFixed(1)),
    ]);
  return markdown(["service", "client", "sent", "rejected", "while closed", "banned", "failed", "share", "median, s", "p99, s"], lines);
}

/** One of the other scenarios: a cell has the share of the rate, and what went wrong. */
function scenarioTable(rows: readonly Row[], scenario: string): string {
  const names = clients.map(({ name }) => name).filter((name) => rows.some((row) => row.client === name && row.scenario === scenario));
  const lines = styles.map(({ name: style }) => [
    style,
    ...names.map((name) => {
      const row = rows.find((one) => one.style === style && one.scenario === scenario && one.client === name);
      return row === undefined ? "" : cellText(row);
    }),
  ]);
  return markdown(["service", ...names.map(bold)], lines);
}

function cellText({ share, sent, rejected, sentWhileClosed, failed, banned }: Row): string {
  const wrong = [
    ...(rejected > 0 ? [`${Math.max(1, Math.round((rejected / sent) * 100))} % r`] : []),
    ...(sentWhileClosed > 0 ? [`${sentWhileClosed} c`] : []),
    ...(failed > 0 ? [`${failed} f`] : []),
    ...(banned ? ["**banned**"] : []),
  ];
  return [`${Math.round(share * 100)} %`, ...wrong].join(", ");
}

/** The tables as Markdown. */
export function tables(rows: readonly Row[]): string {
  const others = scenarios.map(({ name }) => name).filter((name) => name !== "burst" && rows.some(({ scenario }) => scenario === name));
  return [
    "Over all services and scenarios:",
    summary(rows),
    "All calls at once, from one client:",
    burst(rows),
    "<details><summary>The other scenarios</summary>",
    "A cell has the share of the rate; `r`, the part of what was sent that was turned away; `c`, requests sent while closed; `f`, calls that failed.",
    ...others.flatMap((name) => [`**${name}**`, scenarioTable(rows, name)]),
    "</details>",
  ].join("\n\n");
}

/** The picture, where all of its cells are there. */
export function picture(cells: readonly Cell[]): string | undefined {
  const panels = drawn.map(({ style, title, clients: names }): Panel => ({
    title,
    cells: names.flatMap((name) =>
      cells.filter(({ row }) => row.style === style && row.scenario === "burst" && row.client === name).slice(0, 1),
    ),
  }));
  return panels.every((panel, index) => panel.cells.length === drawn[index]?.clients.length) ? drawPicture(panels) : undefined;
}

const marks = ["<!-- bench:services -->", "<!-- /bench:services -->"] as const;

/** A page with its tables written anew, between two marks. Throws where they are not there. */
export function withTables(page: string, rows: readonly Row[]): string {
  const [from, to] = [page.indexOf(marks[0]), page.indexOf(marks[1])];
  if (from < 0 || to < from) throw new Error(`The page has no ${marks[0]} … ${marks[1]}`);
  return `${page.slice(0, from + marks[0].length)}\n\n${tables(rows)}\n\n${page.slice(to)}`;
}
