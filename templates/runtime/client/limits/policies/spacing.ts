/** Calls that begin no closer together than this. */
import { admissible, type PolicyData, type PolicyKind } from "./policy.js";

interface SpacingData extends PolicyData {
  readonly kind: "spacing";
  /** Milliseconds. */
  spacing: number;
  /** Milliseconds more, as calls do not take the same time on their way. */
  margin: number;
  /** When the last call was sent. */
  at: number;
}

export const spacing: PolicyKind<SpacingData> = {
  kind: "spacing",
  plan(name, limit) {
    if (!("spacing" in limit)) return undefined;
    const distance = limit.spacing * 1000;
    return {
      kind: "spacing",
      name,
      spacing: distance,
      window: 2 * distance,
      margin: Math.min(50, distance / 20),
      at: 0,
      planned: true,
      resetAt: 0,
    };
  },
  room(policy, _, now) {
    const next = nextSpaced(policy);
    return next > now ? next : admissible;
  },
  sent(policy, _, now) {
    policy.at = now;
    policy.resetAt = nextSpaced(policy);
  },
  settled(data, { isRejected, isCurrent, reading }) {
    // A longer wait is of another limit.
    if (isRejected && isCurrent && (reading?.retryIn ?? 0) <= data.spacing) data.margin = Math.min(data.spacing / 2, data.margin + 20);
  },
  holds: (policy) => nextSpaced(policy),
  left: (policy, now) => (nextSpaced(policy) > now ? 0 : 1),
};

const nextSpaced = ({ at, spacing: distance, margin }: SpacingData): number => (at > 0 ? at + distance + margin : 0);
