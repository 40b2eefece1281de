/** Calls that begin no closer together than this. */
import { admissible, widened, type PolicyData, type PolicyKind } from "./policy.js";
import { isTold } from "./told-limits.js";

interface SpacingData extends PolicyData {
  readonly kind: "spacing";
  /** Milliseconds. */
  spacing: number;
  /** Milliseconds more, as calls do not take the same time on their way. */
  margin: number;
  /** When the last call was sent, and the one before. */
  at: number;
  last?: number;
}

export const spacing: PolicyKind<SpacingData> = {
  kind: "spacing",
  plan(name, limit, limits) {
    if (!("spacing" in limit)) return undefined;
    const distance = limit.spacing * 1000;
    return {
      kind: "spacing",
      name,
      spacing: distance,
      // With the longest margin.
      window: 1.5 * distance,
      margin: Math.min(50, distance / 20),
      at: 0,
      planned: true,
      untold: !isTold(limits, name),
      resetAt: 0,
    };
  },
  restrict(known, other) {
    known.spacing = Math.max(known.spacing, other.spacing);
  },
  room(policy, _, now) {
    const next = nextSpaced(policy);
    return next > now ? next : admissible;
  },
  soonest: (policy, _, before, now) => Math.max(now, nextSpaced(policy)) + before * (policy.spacing + policy.margin),
  sent(policy, _, now) {
    policy.last = policy.at;
    policy.at = now;
    policy.resetAt = nextSpaced(policy);
  },
  unsent(policy, { at }) {
    if (policy.at !== at) return;
    policy.at = policy.last ?? 0;
    policy.resetAt = nextSpaced(policy);
  },
  settled(data, outcome) {
    data.margin = widened(data.margin, data.spacing / 2, outcome);
  },
  left: (policy, now) => (nextSpaced(policy) > now ? 0 : 1),
};

const nextSpaced = ({ at, spacing: distance, margin }: SpacingData): number => at + distance + margin;
