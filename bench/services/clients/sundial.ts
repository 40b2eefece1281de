/** sundial's three clients, as generated code makes them: where limits are described, where they are found in answers, and where nothing is known. */
import type { Transport } from "../../../templates/runtime/client/call/client.js";
import type { OutgoingCall } from "../../../templates/runtime/client/call/client.js";
import { dateTimeSeconds } from "../../../templates/runtime/client/limits/readers/date-time-seconds.js";
import { durationSeconds } from "../../../templates/runtime/client/limits/readers/duration-seconds.js";
import { formatWait } from "../../../templates/runtime/client/limits/readers/format-wait.js";
import { fractionHeaders } from "../../../templates/runtime/client/limits/readers/fraction-headers.js";
import { rejectionBody } from "../../../templates/runtime/client/limits/readers/rejection-body.js";
import { rejectionHeaders } from "../../../templates/runtime/client/limits/readers/rejection-headers.js";
import { declaredLimitHeaders } from "../../../templates/runtime/client/limits/declared-limit-headers.js";
import { detectLimitHeaders } from "../../../templates/runtime/client/limits/detect-limit-headers.js";
import { gateScopes } from "../../../templates/runtime/client/limits/gate-scopes.js";
import { ietfBefore } from "../../../templates/runtime/client/limits/ietf-limit-headers.js";
import { adaptivePace } from "../../../templates/runtime/client/limits/policies/adaptive-pace.js";
import { concurrency } from "../../../templates/runtime/client/limits/policies/concurrency.js";
import { foreseenWindow } from "../../../templates/runtime/client/limits/policies/foreseen-window.js";
import { otherUnits } from "../../../templates/runtime/client/limits/policies/other-units.js";
import type { PolicyKind } from "../../../templates/runtime/client/limits/policies/policy.js";
import { slidingWindow } from "../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../templates/runtime/client/limits/policies/spacing.js";
import { tokenBucket } from "../../../templates/runtime/client/limits/policies/token-bucket.js";
import { rateLimitTransport } from "../../../templates/runtime/client/limits/rate-limit-transport.js";
import { retryTransport } from "../../../templates/runtime/client/limits/retry-transport.js";
import { sharedGates } from "../../../templates/runtime/client/limits/shared-gates.js";
import type { LimitedOperation, RateLimits } from "../../../templates/runtime/shared/rate-limits.js";
import type { MakeCall, Target } from "../programs.js";

/** Those that change nothing where no limit is of their kind. */
const namedKinds = [slidingWindow, tokenBucket, concurrency, spacing, otherUnits];
const foundKinds = [tokenBucket, otherUnits, adaptivePace];

/** Long enough for every limit. Milliseconds: a week. */
const maxWait = 7 * 86_400_000;

/** As many as the peers are given. */
const retries = 20;

/** A description or a preset gives the limits and their headers. */
export function described(target: Target): MakeCall {
  const limits = target.known.described;
  const formats = { duration: durationSeconds, "date-time": dateTimeSeconds };
  const isNamed = limits.headers !== undefined || limits.ietf === true || limits.retryAfter !== undefined;
  const parse = limits.ietf === true ? ietfBefore(fractionHeaders) : fractionHeaders;
  const declared = isNamed ? declaredLimitHeaders(limits, parse, formatWait(formats)) : detectLimitHeaders;
  const read = rejectionHeaders(declared, limits);
  const hasBody = limits.retryAfter?.body !== undefined || limits.rejections?.some(({ body }) => body !== undefined) === true;
  return callsThrough(
    target,
    rateLimitTransport(
      {
        read,
        limits,
        ...(hasBody && { readBody: rejectionBody(limits, formats) }),
        policies: kindsOf(limits),
        ...(isScoped(limits) && { scopes: gateScopes }),
      },
      optionsOf(target),
    ),
  );
}

/** The kinds that a generated client has with these limits, as `src/emit/wire/rate-limits-code.ts` chooses them. */
function kindsOf({ plans, headers, ietf }: RateLimits): readonly PolicyKind[] {
  const policies = Object.values(plans).flatMap((plan) => ("policies" in plan ? Object.values(plan.policies) : []));
  const isTold = headers !== undefined || ietf === true;
  const isForeseen = isTold && policies.some((policy) => "quota" in policy && policy.per === "operation");
  return [...namedKinds, ...(isForeseen ? [foreseenWindow] : []), ...(policies.length === 0 && !isTold ? [adaptivePace] : [])];
}

const isScoped = ({ plans, globalHeader }: RateLimits): boolean =>
  globalHeader !== undefined ||
  Object.values(plans).some((plan) => "policies" in plan && Object.values(plan.policies).some(({ per }) => per !== undefined));

/** With `limits: "auto"`: what the answers tell is all that is known. */
export const auto = (target: Target): MakeCall =>
  callsThrough(target, rateLimitTransport({ read: detectLimitHeaders, policies: foundKinds }, optionsOf(target)));

/** Nothing is known of limits. */
export const plain = (target: Target): MakeCall => callsThrough(target, retryTransport({}, { maxWait, retries }));

const optionsOf = ({ store }: Target) => ({
  maxWait,
  retries,
  onLimit: () => undefined,
  ...(store !== undefined && { gateStore: sharedGates(store) }),
});

function callsThrough({ baseUrl, token, operations }: Target, { send }: Transport): MakeCall {
  const described = operations.map(({ id, method, path, cost }): LimitedOperation => ({
    id,
    method,
    path,
    responses: { "200": ["application/json"] },
    security: token === undefined ? [] : [["key"]],
    ...(cost !== undefined && { rateLimit: { cost } }),
  }));
  const attachments: OutgoingCall["attachments"] =
    token === undefined ? [] : [{ scheme: "key", in: "header", name: "Authorization", value: `Bearer ${token}` }];
  return async (call, index) => {
    const operation = described[index];
    if (operation === undefined) throw new Error(`There is no operation ${String(index)}`);
    const { method, path } = operation;
    const headers = { "x-call": String(call), ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const body = method === "POST" ? JSON.stringify({ title: "Found a bug" }) : null;
    const request = new Request(`${baseUrl}${path}`, { method, headers, body });
    const response = await send({ operation, request, attachments, body, options: {} }, (sent) => fetch(sent));
    await response.text();
    return response.status;
  };
}
