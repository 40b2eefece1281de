/** The table as text. */
import type { Cell } from "./run.js";

const widths = [20, 17, 15, 6, 10, 8, 8, 8, 10, 10, 10];

const line = (texts: readonly string[]): string =>
  texts.map((text, index) => (index < 3 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0))).join("");

export const header = line(["style", "scenario", "client", "sent", "rejected", "closed", "banned", "failed", "share", "median", "p99"]);

export function lineOf({ row }: Cell): string {
  const { style, scenario, client, sent, rejected, sentWhileClosed, banned, failed, share, median, p99 } = row;
  const counts = [sent, rejected, sentWhileClosed].map(String);
  const waits = [median, p99].map((value) => value.toFixed(1));
  return line([style, scenario, client, ...counts, banned ? "yes" : "no", String(failed), `${(share * 100).toFixed(1)} %`, ...waits]);
}
