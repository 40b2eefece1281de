import { declaredPolicies, type HeaderView, type ParsePolicies } from "../declared-limit-headers.js";
import { headerNumber } from "../header-number.js";
import type { PolicyReading } from "../limit-header-types.js";
import { headersOfAnswer, ofPolicy } from "./policy-headers.js";

/** Reads what `policyHeaders` does, and headers that have two figures, as in `32/40`. */
export const fractionHeaders: ParsePolicies = (look, { headers = [] }) =>
  headersOfAnswer(look, headers).flatMap((each): readonly PolicyReading[] => {
    const figures = { ...declaredPolicies(look, { headers: each })[0], ...fractionFigures(look, each.fraction) };
    return Object.keys(figures).length > 0 ? [ofPolicy(look, each, figures)] : [];
  });

/** The figures of a header: what is used, and the limit. Of several values, the one that leaves less. None where one of them makes no sense. */
export function fractionFigures({ text, warnings }: HeaderView, name: string | undefined): Pick<PolicyReading, "limit" | "remaining"> {
  const found = text(name);
  if (!found) return {};
  const [least] = found
    .split(",")
    .map((value) => {
      const [used = "", limit = "", more] = value.split("/").map((each) => Math.floor(headerNumber(each.trim())));
      return { limit: Number(limit), remaining: more === undefined ? Math.max(0, Number(limit) - Number(used)) : NaN };
    })
    // What makes no sense comes first.
    .sort((one, other) => (one.remaining >= 0 ? one.remaining : -1) - (other.remaining >= 0 ? other.remaining : -1));
  if (least !== undefined && least.remaining >= 0) return least;
  warnings.push(`${name} makes no sense`);
  return {};
}
