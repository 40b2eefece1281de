// GitHub's own client with its plugins for limits, told to send again each time.
import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";

const retries = 20;
const again = (_after, _options, _octokit, count) => count < retries;
const silent = { debug: Boolean, info: Boolean, warn: Boolean, error: Boolean };
const LimitedOctokit = Octokit.plugin(throttling, retry);

export function octokit({ baseUrl, token, operations }) {
  const client = new LimitedOctokit({
    baseUrl,
    log: silent,
    request: { fetch },
    retry: { retries },
    throttle: { onRateLimit: again, onSecondaryRateLimit: again },
  });
  return async (call, index) => {
    const { method, path } = operations[index];
    const headers = { "x-call": String(call), ...(token && { authorization: `Bearer ${token}` }) };
    const { status } = await client.request(`${method} ${path}`, { headers, ...(method === "POST" && { title: "Found a bug" }) });
    return status;
  };
}
