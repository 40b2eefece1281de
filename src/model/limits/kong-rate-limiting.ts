import type { Report } from "../../diagnostic/diagnostic.js";
import type { LevelLimits, LevelReader } from "./inherited-limits.js";
import { periods } from "./limit-rules.js";
import { asPositive, invalid, member, reportUnread, type Written } from "./limit-values.js";

/**
 * Kong's plugin, as its descriptions carry it.
 * @see https://developer.konghq.com/plugins/rate-limiting/reference/
 */
export function kongReader(report: Report): LevelReader {
  return { keys: ["x-kong-plugin-rate-limiting"], read: (written) => readKongPlugin(written, report) };
}

function readKongPlugin(written: Written, report: Report): LevelLimits | undefined {
  if (member(written, "enabled")?.value === false) return { limits: [] };
  const config = member(written, "config") ?? written;
  const limits = [...periods].flatMap(([period, window]) => {
    const said = member(config, period);
    if (said === undefined || said.value === null) return [];
    const quota = asPositive(said.value);
    if (quota === undefined) reportUnread(`"${said.name}" must be a whole number above 0.`, "it is left out", said.at, report);
    return quota === undefined ? [] : [{ quota, window, period }];
  });
  if (limits.length === 0) {
    const hint = "Kong's limits are config: { second, minute, hour, day, month, year }.";
    invalid(`"${written.name}" has no limit that can be read.`, written.at, report, "rate-limit-key-unknown", hint);
    return undefined;
  }
  const by = member(config, "limit_by");
  if (by === undefined || by.value === "consumer" || by.value === "credential") return { limits };
  if (by.value === "ip") return { limits, key: { value: { kind: "address" }, name: by.name, at: by.at } };
  const message = `Requests are counted by ${JSON.stringify(by.value)}, and can be by credential or address; they are by credential.`;
  invalid(message, by.at, report, "limit-unsupported");
  return { limits };
}
