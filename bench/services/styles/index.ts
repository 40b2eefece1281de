/** All styles, in the order of the table. */
import type { Style } from "../style.js";
import { costs, fiveAtOnce, ietf, smallBucket, twoWindows, wrongHeaders } from "./general.js";
import { githubPrimary, githubSecondary } from "./github.js";
import { anthropic, openai } from "./models.js";
import { discordHot, discordRoutes, shopify, slack, stripe, twitter } from "./shops.js";

export const styles: readonly Style[] = [
  githubPrimary,
  githubSecondary,
  openai,
  anthropic,
  stripe,
  discordRoutes,
  discordHot,
  shopify,
  slack,
  ietf,
  twitter,
  wrongHeaders,
  smallBucket,
  fiveAtOnce,
  costs,
  twoWindows,
];
