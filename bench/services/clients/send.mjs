// What the peers have in common: a request of a call, and what everybody writes around a limiter that does not send again.

/** The names and the body of a call, for `fetch`. */
export function requestOf({ baseUrl, token, operations }, call, index) {
  const { method, path } = operations[index];
  const headers = { "x-call": String(call), ...(token && { authorization: `Bearer ${token}` }) };
  const body = method === "POST" ? JSON.stringify({ title: "Found a bug" }) : undefined;
  return { url: baseUrl + path, init: { method, headers, body } };
}

/**
 * Milliseconds that an answer asks to wait, by `Retry-After` or by the reset of what is spent; exponential backoff with full jitter, from
 * one second to a minute, where it does not say.
 */
export function delayOf(response, attempt) {
  const seconds = Number(response?.headers.get("retry-after") ?? NaN);
  if (seconds >= 0) return seconds * 1000;
  for (const prefix of ["x-ratelimit-", "x-rate-limit-"]) {
    const reset = Number(response?.headers.get(`${prefix}reset`) ?? NaN);
    if (response?.headers.get(`${prefix}remaining`) === "0" && reset > 1e9) return Math.max(0, reset * 1000 - Date.now());
  }
  return Math.random() * Math.min(60_000, 1000 * 2 ** attempt);
}

const retries = 20;

/** Sends until a call gets through, each time through `schedule`; what was lost only where that is safe. */
export async function sendUntilThrough(target, call, index, schedule) {
  const { url, init } = requestOf(target, call, index);
  for (let attempt = 0; ; attempt += 1) {
    let response;
    try {
      response = await schedule(() => fetch(url, init));
      await response.text();
    } catch (error) {
      if (attempt === retries || init.method !== "GET") throw error;
    }
    if (response !== undefined && (attempt === retries || !target.known.statuses.includes(response.status))) return response.status;
    await new Promise((resolve) => setTimeout(resolve, delayOf(response, attempt)));
  }
}
