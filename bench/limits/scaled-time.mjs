// Loaded before a program of the limits benchmark: its time runs BENCH_TIME_SCALE times as fast, clocks and timers alike, counted from
// the moment BENCH_TIME_START (milliseconds since the epoch), so that all processes of a run read the same clock. For peers and ours alike.
import { syncBuiltinESMExports } from "node:module";
import { performance } from "node:perf_hooks";
import timersPromises from "node:timers/promises";
import timers from "node:timers";
import { promisify } from "node:util";

const scale = Number(process.env["BENCH_TIME_SCALE"] ?? 1);
const start = Number(process.env["BENCH_TIME_START"] ?? 0);
if (scale !== 1) scaleTime();

function scaleTime() {
  const RealDate = Date;
  const realPerformance = performance.now.bind(performance);
  const realHighResolution = process.hrtime.bigint.bind(process.hrtime);
  const { setTimeout: realTimeout, setInterval: realInterval } = timers;
  const { setTimeout: realPromisedTimeout, setInterval: realPromisedInterval } = timersPromises;

  const now = () => Math.floor(start + (performance.timeOrigin + realPerformance() - start) * scale);
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget === globalThis.Date ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === "now" ? now : target[name]),
  });
  performance.now = () => realPerformance() * scale;
  process.hrtime = Object.assign(
    (from = [0, 0]) => {
      const passed = realHighResolution() * BigInt(scale) - (BigInt(from[0]) * 1_000_000_000n + BigInt(from[1]));
      return [Number(passed / 1_000_000_000n), Number(passed % 1_000_000_000n)];
    },
    { bigint: () => realHighResolution() * BigInt(scale) },
  );

  // One real millisecond more: Node's timers may be that much early, which would be a whole tick of the scale. What is too long for a
  // timer stays too long, and what means "soon" stays soon.
  const wait = (delay) => (delay > 1 && delay <= 2 ** 31 - 1 ? Math.ceil(delay / scale) + 1 : delay);
  const period = (delay) => (delay > 1 && delay <= 2 ** 31 - 1 ? Math.ceil(delay / scale) : delay);
  const setTimeout = (run, delay, ...given) => realTimeout(run, wait(delay), ...given);
  const setInterval = (run, delay, ...given) => realInterval(run, period(delay), ...given);
  const promised = {
    setTimeout: (delay, value, options) => realPromisedTimeout(wait(delay), value, options),
    setInterval: (delay, value, options) => realPromisedInterval(period(delay), value, options),
  };
  setTimeout[promisify.custom] = promised.setTimeout;
  Object.assign(timers, { setTimeout, setInterval });
  Object.assign(timersPromises, promised, {
    scheduler: { wait: (delay, options) => promised.setTimeout(delay, undefined, options), yield: timersPromises.scheduler.yield },
  });
  Object.assign(globalThis, { setTimeout, setInterval });
  syncBuiltinESMExports();

  AbortSignal.timeout = (delay) => {
    const controller = new AbortController();
    const expire = () => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    setTimeout(expire, delay).unref();
    return controller.signal;
  };
}
