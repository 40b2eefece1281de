/**
 * Warnings of deprecated security schemes, where a credential of theirs is sent.
 */
import type { Attachment } from "../auth/credentials.js";
import type { PartDeprecation } from "../../shared/deprecated-operation.js";
import { codeWord } from "./deprecation-code.js";
import { warn, type DeprecationOptions } from "./deprecation.js";
import { hasOwn } from "../../shared/has-own.js";
import type { Operation } from "../../shared/operation.js";

/** Warns once of each scheme, whichever operation it is used for. `prefix` begins the codes: "PETSTORE_DEP". `now` is in milliseconds since the epoch. */
export function warnSchemes(
  operation: Operation,
  attachments: readonly Attachment[],
  schemes: Readonly<Record<string, PartDeprecation>>,
  prefix: string,
  options: DeprecationOptions,
  now: number = Date.now(),
): void {
  for (const { scheme } of attachments) {
    const facts = hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
    if (facts === undefined) continue;
    const code = facts.code ?? `${prefix}_SECURITY_${codeWord(scheme)}`;
    warn({ code, operation, part: `security scheme "${scheme}"`, scope: code, facts }, options, now);
  }
}
