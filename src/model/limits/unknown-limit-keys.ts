import type { BuildContext } from "../build/context.js";
import { inside, originOf } from "../build/origin.js";
import type { OperationEntry } from "../build/list-operations.js";
import { adHocKeys } from "./ad-hoc-keys.js";
import { invalid } from "./limit-values.js";
import { limitKeys } from "./read-canonical-limits.js";

/** Keys that are read elsewhere or mean something known without figures, and so are no reason for a warning. */
const known: ReadonlySet<string> = new Set([
  "x-ory-ratelimit-bucket",
  "x-ratelimit-category",
  "x-looker-rate-limited",
  "x-google-quota",
  "x-kong-plugin-rate-limiting",
]);

const hints = {
  document: `Limits of a whole API are read from "x-rate-limits": { ${limitKeys.join(", ")} }.`,
  path: 'Limits are read from "x-rate-limits" on the document, and "x-rate-limit" on each operation.',
  operation: 'What is read on an operation is "x-rate-limit": { cost, policies, exempt, rejectedBeforeProcessing } and "x-retry".',
} as const;

/** Reports keys that look as if they said something about limits, and are understood by nobody. `adHoc`: whether shapes of nobody's vocabulary were read. */
export function reportUnknownLimitKeys(entries: readonly OperationEntry[], adHoc: boolean, build: BuildContext): void {
  const { document } = build.resolved;
  report(document, "document", ["x-rate-limits"], adHoc, build);
  if (Object.hasOwn(document, "x-sla")) {
    const at = inside(originOf(document, build.resolved), "x-sla");
    invalid('"x-sla" is not read here.', at, build.report, "rate-limit-key-unknown", "An agreement of SLA4OAI is `x-sla` in `info`.");
  }
  report(document.info, "document", [], adHoc, build);
  for (const item of new Set(entries.flatMap(({ items }) => items))) report(item, "path", [], adHoc, build);
  for (const { operation } of entries) report(operation, "operation", ["x-rate-limit"], adHoc, build);
}

function report(value: object, place: keyof typeof hints, own: readonly string[], adHoc: boolean, build: BuildContext): void {
  for (const key of Object.keys(value)) {
    if (!/^x-.*(?:rate-?limit|throttl|quota)/i.test(key) || known.has(key) || own.includes(key)) continue;
    if (adHoc && adHocKeys.some((one) => one === key)) continue;
    const message = `"${key}" looks like a rate limit, and is not known.`;
    const at = inside(originOf(value, build.resolved), key);
    // Somebody else's vocabulary has it on every operation.
    invalid(message, at, build.elements.addRepeated, "rate-limit-key-unknown", hints[place]);
  }
}
