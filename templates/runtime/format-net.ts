/** Addresses of the network: exact by their RFCs, and in time proportional to the text. */

/** Four numbers from 0 to 255, without leading zeros. @see https://www.rfc-editor.org/rfc/rfc2673#section-3.2 */
export function isIpv4(text: string): boolean {
  return ipv4.test(text);
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** @see https://www.rfc-editor.org/rfc/rfc4291#section-2.2 */
export function isIpv6(text: string): boolean {
  if (text.length < 2 || text.length > 45) return false;
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1)?.at(-1) ?? "";
  const embedded = last.includes(".");
  if (embedded && !isIpv4(last)) return false;
  const all = groups.flat();
  const hex = embedded ? all.slice(0, -1) : all;
  const count = hex.length + (embedded ? 2 : 0);
  return hex.every((group) => hexGroup.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}

const hexGroup = /^[0-9a-f]{1,4}$/i;

/** Labels of letters, digits and inner hyphens, at most 63 characters each and 253 in all. @see https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
export function isHostname(text: string): boolean {
  return text.length <= 253 && hostname.test(text);
}

// "--" in third place belongs to `xn--`: RFC 5891 section 4.2.3.1.
const hostname = /^(?:(?!.{64})(?!(?!xn).{2}--)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.(?!$)|$))+$/i;

/** A mailbox as mail servers accept it. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && (localPart.test(text.slice(0, at)) || quotedPart.test(text.slice(0, at))) && isMailDomain(text.slice(at + 1));
}

const localPart = /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*$/i;
const quotedPart = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

function isMailDomain(text: string): boolean {
  if (!text.startsWith("[")) return isHostname(text);
  if (!text.endsWith("]")) return false;
  const address = text.slice(1, -1);
  return /^ipv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}

/** The same with letters of every script. @see https://www.rfc-editor.org/rfc/rfc6531#section-3.3 */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1) return false;
  const local = text.slice(0, at).replace(beyondAscii, "a");
  return (localPart.test(local) || quotedPart.test(local)) && isMailDomain(text.slice(at + 1).replace(beyondAscii, "a"));
}

const beyondAscii = /[\u0080-\u{10ffff}]/gu;
