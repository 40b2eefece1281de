// The adaptive mode of AWS's SDK: it measures its own rate, and slows down when it is throttled. As its middleware uses it.
import { AdaptiveRetryStrategy } from "@smithy/util-retry";
import { requestOf } from "./send.mjs";

export function adaptive(target) {
  const strategy = new AdaptiveRetryStrategy(() => Promise.resolve(21));
  return async (call, index) => {
    const { url, init } = requestOf(target, call, index);
    let token = await strategy.acquireInitialRetryToken("calls");
    for (;;) {
      let [response, failure] = [];
      try {
        response = await fetch(url, init);
        await response.text();
      } catch (error) {
        failure = error;
      }
      if (response !== undefined && !target.known.statuses.includes(response.status)) {
        strategy.recordSuccess(token);
        return response.status;
      }
      if (failure !== undefined && init.method !== "GET") throw failure;
      const hint = Number(response?.headers.get("retry-after") ?? NaN);
      const info = {
        errorType: failure === undefined ? "THROTTLING" : "TRANSIENT",
        ...(hint >= 0 && { retryAfterHint: new Date(Date.now() + hint * 1000) }),
      };
      try {
        token = await strategy.refreshRetryTokenForRetry(token, info);
      } catch {
        if (failure !== undefined) throw failure;
        return response.status;
      }
      const delay = token.getRetryDelay();
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    }
  };
}
