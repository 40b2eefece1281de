/** What sundial promises, and which rows do not keep it. */
import { clients, type Client } from "./clients.js";
import type { Row } from "./run.js";
import { scenarios } from "./scenarios.js";
import { styles } from "./styles/index.js";

/** At most so many of what is sent may be turned away, and at least so much of the rate is used, where the limits are known. */
export const bars = { rejected: 0.02, share: 0.95 };

/**
 * Whether a client can know the limits, so that its row is held to what one can do that does. Nobody knows what another program, or a
 * process that nothing is shared with, will send next; and who has headers alone does not where they lie, or mean nothing.
 */
export function isKnowable(row: Row): boolean {
  const known = styles.find(({ name }) => name === row.style)?.known;
  const scenario = scenarios.find(({ name }) => name === row.scenario);
  const knows = clientOf(row)?.knows;
  if (known === undefined || scenario === undefined || scenario.others || (scenario.processes > 1 && !scenario.store)) return false;
  return knows === "description" ? known.byDescription : knows === "headers" && known.byHeaders && !scenario.lies && !scenario.nonsense;
}

const clientOf = (row: Row): Client | undefined => clients.find(({ name }) => name === row.client);

/** A promise that a row does not keep. */
export interface Broken {
  readonly column: "banned" | "sentWhileClosed" | "failed" | "rejected" | "share";
  /** A few words. */
  readonly text: string;
}

/** What a row does not keep of what holds in any case. */
function brokenAlways({ banned, sentWhileClosed, failed }: Row): readonly Broken[] {
  return [
    ...(banned ? [{ column: "banned", text: "banned" } as const] : []),
    ...(sentWhileClosed > 0 ? [{ column: "sentWhileClosed", text: `${sentWhileClosed} sent while closed` } as const] : []),
    ...(failed > 0 ? [{ column: "failed", text: `${failed} failed` } as const] : []),
  ];
}

/**
 * What a row does not keep. `peers`: the rows of others that know no more of the same service, and of these those count that do all of
 * the work, and nothing that is forbidden. Where limits cannot be known, ours is as fast as the fastest of them, or as where limits are
 * known; and no more is turned away than of any that is as fast.
 */
export function brokenOf(row: Row, peers: readonly Row[]): readonly Broken[] {
  const { sent, rejected, share } = row;
  const knowable = isKnowable(row);
  const able = peers.filter((peer) => brokenAlways(peer).length === 0);
  const fastest = Math.max(0, ...able.map((peer) => peer.share));
  const fewest = Math.min(Infinity, ...able.filter((peer) => peer.share >= share).map((peer) => peer.rejected));
  const allowed = knowable ? bars.rejected * sent : Math.max(fewest, bars.rejected * sent);
  const least = knowable ? bars.share : Math.min(fastest, bars.share);
  return [
    ...brokenAlways(row),
    ...(rejected > allowed
      ? [{ column: "rejected", text: `${rejected} of ${sent} rejected${knowable ? "" : `, a peer ${fewest}`}` } as const]
      : []),
    ...(share < least
      ? [{ column: "share", text: `${percent(share)} of the rate${knowable ? "" : `, a peer ${percent(fastest)}`}` } as const]
      : []),
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const knowledge = ["nothing", "headers", "description"] as const;

/** All that our rows do not keep: a line for each. */
export function brokenBars(rows: readonly Row[]): readonly string[] {
  const rankOf = (row: Row): number => knowledge.indexOf(clientOf(row)?.knows ?? "nothing");
  const isPeerOf = (row: Row) => (other: Row) =>
    clientOf(other)?.ours === false && other.style === row.style && other.scenario === row.scenario && rankOf(other) <= rankOf(row);
  return rows
    .filter((row) => clientOf(row)?.ours === true)
    .flatMap((row) => brokenOf(row, rows.filter(isPeerOf(row))).map(({ text }) => `${row.client}, ${row.style}, ${row.scenario}: ${text}`));
}
