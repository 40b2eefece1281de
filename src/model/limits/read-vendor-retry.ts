import { inside } from "../build/origin.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Extensible } from "../../openapi/rules/types.js";
import type { OperationFacts } from "./limit-facts.js";
import { isObject } from "./limit-values.js";

/** Keys of other generators about retries, with the member that switches retries off. Their delays are not read: the client has its own, and the service's `Retry-After`. */
const switches = [
  { key: "x-speakeasy-retries", member: "strategy", off: "none" },
  { key: "x-fern-retries", member: "disabled", off: true },
] as const;

/** What other generators' keys on an object say of sending a call again. */
export function readVendorRetry(value: Extensible, at: Origin): OperationFacts {
  for (const { key, member, off } of switches) {
    const written = value[key];
    if (!isObject(written) || written[member] === undefined) continue;
    return { never: { value: written[member] === off, name: `${key}.${member}`, at: inside(at, key, member) } };
  }
  return {};
}
