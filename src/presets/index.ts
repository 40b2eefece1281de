/** What is known of the limits of some services, for `limits` of a configuration: data that can be spread and changed. */
import { anthropic } from "./anthropic.js";
import { discord } from "./discord.js";
import { github } from "./github.js";
import { openai } from "./openai.js";
import { shopify } from "./shopify.js";
import { slack } from "./slack.js";
import { stripe } from "./stripe.js";
import { twitter } from "./twitter.js";

/** `limits: { ...presets.github, banRisk: false }`. Their figures are those of each service's public documentation, which may have changed since. */
export const presets = { anthropic, discord, github, openai, shopify, slack, stripe, twitter } as const;

export type PresetName = keyof typeof presets;
