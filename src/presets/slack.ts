import type { LimitsConfig } from "./limits-config.js";

/**
 * Slack's Web API, as documented in 2025.
 * @see "Rate limits", https://docs.slack.dev/apis/web-api/rate-limits (tiers per method, app and workspace; `Retry-After` in seconds)
 * @see "Web API methods", https://docs.slack.dev/reference/methods (the tier of each method)
 *
 * No header tells what is left. Tiers are "at least": bursts may be let through, and are not used. The tiers of the methods below are those that are
 * known; the others are taken for the second, as "most methods allow at least 20 requests per minute". Posting is one message a second for each
 * channel, which an operation does not tell apart. Uncertain: apps that are new since May 2025 and not in the marketplace have one call a minute of
 * `conversations.history` and `conversations.replies`; give them the group `tier1`.
 */
export const slack = {
  plans: {
    workspace: {
      policies: {
        tier1: { q: 1, w: 60, per: "operation" },
        tier2: { q: 20, w: 60, per: "operation" },
        tier3: { q: 50, w: 60, per: "operation" },
        tier4: { q: 100, w: 60, per: "operation" },
        posting: { q: 1, w: 1, per: "operation" },
      },
    },
  },
  defaultPlan: "workspace",
  groups: {
    posting: { paths: "/chat.postMessage", policies: ["posting"] },
    tier1: { paths: ["/apps.connections.open", "/rtm.connect"], policies: ["tier1"] },
    tier4: {
      paths: [
        "/chat.postEphemeral",
        "/conversations.members",
        "/users.info",
        "/users.profile.get",
        "/files.info",
        "/views.*",
        "/dialog.open",
      ],
      policies: ["tier4"],
    },
    tier3: {
      paths: [
        ...["/chat.delete", "/chat.update", "/chat.scheduleMessage"],
        ...["/conversations.history", "/conversations.info", "/conversations.invite", "/conversations.join", "/conversations.kick"],
        ...["/conversations.leave", "/conversations.mark", "/conversations.open", "/conversations.replies"],
        ...["/reactions.add", "/users.conversations", "/users.lookupByEmail", "/bots.info"],
      ],
      policies: ["tier3"],
    },
    others: { paths: "/**", policies: ["tier2"] },
  },
  retryAfter: { name: "Retry-After", formats: ["delta-seconds"] },
} as const satisfies LimitsConfig;
