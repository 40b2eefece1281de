/**
 * Whose limits a call counts in.
 */
import type { OutgoingCall } from "../call/client.js";
import type { RateLimits } from "../../shared/rate-limits.js";

/** Scheme, host and port. */
export const originOf = ({ url }: Request): string => url.slice(0, url.indexOf("/", 8)); // the slash after "https://" and the host

/**
 * Who makes a call: all attached credentials, else the credential headers of the caller. A header that the caller has set is sent instead
 * of an attachment, so it counts instead. Several are one caller in whichever order an operation names them.
 */
export function credentialOf(
  { attachments, request: { headers } }: OutgoingCall,
  keyHeaders: readonly string[],
  counted: OutgoingCall["attachments"] = attachments,
): string {
  const sent =
    counted.length > 0
      ? counted.map(({ in: place, name, value }) => (place === "header" ? headers.get(name) : null) ?? value)
      : ["Authorization", ...keyHeaders].flatMap((name): string | readonly string[] => headers.get(name) ?? []);
  return sent.sort().join(" ");
}

/** What the limits count by: the credential that the description names, if it is there, else whoever makes the call. */
export function limitedCredential(outgoing: OutgoingCall, key: RateLimits["key"] | undefined, keyHeaders: readonly string[]): string {
  if (key !== undefined && "address" in key) return "";
  const named = outgoing.attachments.filter(({ scheme }) => key && "securityScheme" in key && scheme === key.securityScheme);
  return credentialOf(outgoing, keyHeaders, named.length > 0 ? named : undefined);
}
