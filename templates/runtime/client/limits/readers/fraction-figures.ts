import type { HeaderView } from "../declared-limit-headers.js";
import { headerNumber } from "../header-number.js";
import type { PolicyReading } from "../limit-header-types.js";
import { headerValues } from "../reset-header.js";

/** The figures of a header like `32/40`: what is used, and the limit. Of several values, the one that leaves less. None where one makes no sense. */
export function fractionFigures({ text, warnings }: HeaderView, name: string): Pick<PolicyReading, "limit" | "remaining"> {
  const figures = headerValues(text(name)).map((value) => {
    const [used = "", limit = "", ...more] = value.split(/ ?\/ ?/);
    return {
      limit: Math.floor(headerNumber(limit)),
      remaining: Math.max(0, Math.floor(headerNumber(limit) - headerNumber(more.length > 0 ? "" : used))),
    };
  });
  const [least] = figures.sort((one, other) => one.remaining - other.remaining);
  if (figures.every(({ remaining }) => remaining >= 0)) return least ?? {};
  warnings.push(`${name} makes no sense`);
  return {};
}
