// The clients that sundial's is measured beside, each as its documentation has it and with enough retries to get every call through.
// Each makes a function that takes a call's number and gives the status it ended with.
import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/core";
import { throttling } from "@octokit/plugin-throttling";
import ky from "ky";
import { Agent, RetryAgent, request } from "undici";

const retries = 20;
const headersOf = (key, call) => ({ authorization: `Bearer ${key}`, "x-call": String(call) });

/** What everybody writes first: exponential backoff with full jitter, from one second to a minute. */
export function fetchWithBackoff({ baseUrl, key }) {
  return async (call) => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(`${baseUrl}/pets`, { headers: headersOf(key, call) });
      await response.arrayBuffer();
      if (response.status !== 429 || attempt === retries) return response.status;
      await sleep(Math.random() * Math.min(60_000, 1000 * 2 ** attempt));
    }
  };
}

/** `Retry-After` is honoured as it comes; a time limit of its own would end the wait. */
export function kyClient({ baseUrl, key }) {
  const client = ky.create({ prefix: baseUrl, timeout: false, retry: { limit: retries } });
  return async (call) => {
    const response = await client.get("pets", { headers: headersOf(key, call) });
    await response.json();
    return response.status;
  };
}

/** By default it waits half a minute at most, whatever `Retry-After` says: it is allowed two. */
export function undiciRetryAgent({ baseUrl, key }) {
  const dispatcher = new RetryAgent(new Agent(), { maxRetries: retries, maxTimeout: 120_000 });
  return async (call) => {
    const { statusCode, body } = await request(`${baseUrl}/pets`, { dispatcher, headers: headersOf(key, call) });
    await body.json();
    return statusCode;
  };
}

export function octokitThrottling({ baseUrl, key }) {
  const retry = (_after, _options, _octokit, count) => count < retries;
  const ThrottledOctokit = Octokit.plugin(throttling);
  const silent = { debug: Boolean, info: Boolean, warn: Boolean, error: Boolean };
  const octokit = new ThrottledOctokit({ baseUrl, log: silent, throttle: { onRateLimit: retry, onSecondaryRateLimit: retry } });
  return async (call) => (await octokit.request("GET /pets", { headers: headersOf(key, call) })).status;
}
