// Limiters that are given figures: each limit that has been published, for each operation where it is of operations, and what a call
// costs where the limiter takes that. None reads answers, and only Bottleneck sends again: the others have a loop around them.
import Bottleneck from "bottleneck/light.js";
import pThrottle from "p-throttle";
import { pRateLimit } from "p-ratelimit";
import { delayOf, requestOf, sendUntilThrough } from "./send.mjs";

const costOf = ({ operations }, index) => operations[index].cost ?? 1;

/** One set of limiters, or one for each operation. */
function perOperation({ known }, create) {
  const made = new Map();
  return (index) => {
    const key = known.perOperation ? index : 0;
    if (!made.has(key)) made.set(key, create());
    return made.get(key);
  };
}

/** A reservoir is filled by whole numbers. */
function wholeSteps(rate) {
  const seconds = [1, 2, 3, 6, 10, 30, 60].find((count) => Math.abs(rate * count - Math.round(rate * count)) < 1e-9) ?? 60;
  return { interval: seconds * 1000, amount: Math.round(rate * seconds) };
}

function bottleneckOptions(figure) {
  if ("concurrency" in figure) return { maxConcurrent: figure.concurrency };
  if ("quota" in figure) {
    const { quota, window } = figure;
    return { reservoir: quota, reservoirRefreshAmount: quota, reservoirRefreshInterval: window };
  }
  const { interval, amount } = wholeSteps(figure.rate);
  return {
    reservoir: figure.burst,
    reservoirIncreaseMaximum: figure.burst,
    reservoirIncreaseAmount: amount,
    reservoirIncreaseInterval: interval,
  };
}

/** Chained where there are several limits; what fails is sent again as its event `failed` says. */
export function bottleneck(target) {
  const { known } = target;
  const limiterOf = perOperation(target, () => {
    const limiters = known.figures.map((figure) => new Bottleneck(bottleneckOptions(figure)));
    for (let index = 1; index < limiters.length; index += 1) limiters[index - 1].chain(limiters[index]);
    limiters[0].on("failed", ({ response, method }, { retryCount }) => {
      const isAgain = response ? known.statuses.includes(response.status) : method === "GET";
      return isAgain && retryCount < 20 ? delayOf(response, retryCount) : undefined;
    });
    return limiters[0];
  });
  return async (call, index) => {
    const { url, init } = requestOf(target, call, index);
    return limiterOf(index).schedule({ weight: costOf(target, index) }, async () => {
      const response = await fetch(url, init).catch((error) => {
        throw Object.assign(error, { method: init.method });
      });
      await response.text();
      if (!response.ok) throw Object.assign(new Error("Not served"), { response });
      return response.status;
    });
  };
}

/** A bucket is to it a limit in the time that an empty one takes to be full. */
const intervalOf = (figure) =>
  "quota" in figure
    ? { limit: figure.quota, interval: figure.window }
    : { limit: figure.burst, interval: (figure.burst / figure.rate) * 1000 };

export function throttle(target) {
  const throttleOf = perOperation(target, () =>
    target.known.figures
      .map((figure) => pThrottle({ ...intervalOf(figure), strict: true, weight: (_, cost) => cost })((send) => send()))
      .reduce((inner, outer) => (send, cost) => outer(() => inner(send, cost), cost)),
  );
  return (call, index) => sendUntilThrough(target, call, index, (send) => throttleOf(index)(send, costOf(target, index)));
}

/** It has no costs: a limit of them is one of so many calls of the usual cost. */
function quotaOf({ operations }, figure) {
  if ("concurrency" in figure) return figure;
  const { limit, interval } = intervalOf(figure);
  const usual = operations.reduce((sum, { cost = 1 }) => sum + cost, 0) / operations.length;
  return { interval, rate: Math.floor(limit / usual) };
}

export function rateLimit(target) {
  const limitOf = perOperation(target, () =>
    target.known.figures.map((figure) => pRateLimit(quotaOf(target, figure))).reduce((inner, outer) => (send) => outer(() => inner(send))),
  );
  return (call, index) => sendUntilThrough(target, call, index, limitOf(index));
}
