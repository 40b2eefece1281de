/**
 * Reads the limits of a service whose description does not say how it tells of them: every shape in use, known by its name.
 */
import { ietfLimits } from "./ietf-limits.js";
import type { Look, Windows } from "./limit-reader.js";
import { limitReader, within } from "./limit-reader.js";
import type { PolicyReading, ReadLimits } from "./limit-reading.js";

/**
 * The IETF's fields in the form of any of its drafts, else `X-RateLimit-*` or `X-Rate-Limit-*`. Their reset is a moment with some
 * services and a duration with others: which one is a guess, with a warning.
 */
export const anyLimits: ReadLimits = /* @__PURE__ */ limitReader(readAny, { name: "Retry-After-Ms", formats: ["delta-millis"] });

function readAny(look: Look): readonly PolicyReading[] {
  const single = /^(limit|remaining|reset)=[^;]*$/.test(look.text("RateLimit"));
  const listed = ietfLimits({
    ...look,
    text(name) {
      if (name === "RateLimit") return single ? "" : look.text(name);
      // Before policies had names, they could also stand beside the limit that is in force: `100, 100;w=60`.
      return look.text(name) || look.text("RateLimit-Limit");
    },
  });
  if (listed.some(({ remaining }) => remaining !== undefined)) return listed;
  const windows: Windows = new Map(listed.map(({ limit, window }) => [limit, window]));
  const found = (single ? singleField(look, windows) : trio(look, windows)).map((reading) => ({
    ...reading,
    window: windows.get(reading.limit),
  }));
  return [...found, ...listed.filter(({ limit, window }) => window !== undefined && limit !== found[0]?.limit)];
}

/** Draft 7: `limit=100, remaining=50, reset=5`. */
function singleField({ text, until }: Look, windows: Windows): readonly PolicyReading[] {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((key) => {
    const [, digits] = new RegExp(`(?:^|[ ,])${key}=(\\d{1,15})(?:,|$)`).exec(text("RateLimit")) ?? [];
    return digits === undefined ? undefined : Number(digits);
  });
  return [{ limit, remaining, resetIn: within(until(reset), windows.get(limit)) }];
}

function trio(look: Look, windows: Windows): readonly PolicyReading[] {
  for (const prefix of ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"]) {
    const after = `${prefix}Reset-After`;
    const reset = look.text(after) === "" ? { name: `${prefix}Reset` } : { name: after, format: "delta-seconds" as const };
    const found = look.trio({ limit: `${prefix}Limit`, remaining: `${prefix}Remaining`, reset }, windows);
    if (found.length > 0) return found;
  }
  return [];
}
