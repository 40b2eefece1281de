/** What sundial promises, and which rows do not keep it. */
import { clients } from "./clients.js";
import type { Row } from "./run.js";
import { styles } from "./styles/index.js";

/** Whether a client knows the limits of a style, so that its rows are held to what a client can do that does. */
function isKnowing(row: Row): boolean {
  const known = styles.find(({ name }) => name === row.style)?.known;
  const knows = clients.find(({ name }) => name === row.client)?.knows;
  return (knows === "description" && known?.byDescription === true) || (knows === "headers" && known?.byHeaders === true);
}

/** At most so many of what is sent may be turned away, and at least so much of the rate is used, where the limits are known. */
export const bars = { rejected: 0.02, share: 0.95 };

/** What a row does not keep, each as a few words. `others`: the rows of peers that know no more of the same service. */
export function brokenOf(row: Row, others: readonly Row[]): readonly string[] {
  const { sent, rejected, sentWhileClosed, banned, failed, share } = row;
  const always: readonly (readonly [boolean, string])[] = [
    [!banned, "banned"],
    [sentWhileClosed === 0, `${sentWhileClosed} sent while closed`],
    [failed === 0, `${failed} failed`],
  ];
  const most = (value: (other: Row) => number): number => Math.max(0, ...others.map(value));
  const least = (value: (other: Row) => number): number => Math.min(Infinity, ...others.map(value));
  const rest: readonly (readonly [boolean, string])[] = isKnowing(row)
    ? [
        [rejected <= bars.rejected * sent, `${rejected} of ${sent} rejected`],
        [share >= bars.share, `${percent(share)} of the rate`],
      ]
    : [
        [rejected <= least((other) => other.rejected), `${rejected} rejected, a peer ${least((other) => other.rejected)}`],
        [share >= most((other) => other.share), `${percent(share)} of the rate, a peer ${percent(most((other) => other.share))}`],
      ];
  return [...always, ...rest].filter(([kept]) => !kept).map(([, text]) => text);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** All that our rows do not keep: a line for each. */
export function brokenBars(rows: readonly Row[]): readonly string[] {
  const isOurs = (row: Row): boolean => clients.some(({ name, ours }) => ours && name === row.client);
  const knowledge = ["nothing", "headers", "description"];
  const rankOf = (row: Row): number => knowledge.indexOf(clients.find(({ name }) => name === row.client)?.knows ?? "");
  return rows.filter(isOurs).flatMap((row) => {
    const others = rows.filter(
      (other) => !isOurs(other) && other.style === row.style && other.scenario === row.scenario && rankOf(other) <= rankOf(row),
    );
    return brokenOf(row, others).map((text) => `${row.client}, ${row.style}, ${row.scenario}: ${text}`);
  });
}
