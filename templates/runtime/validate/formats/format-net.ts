/** Addresses of the network: exact by their RFCs, and in time proportional to the text. */

/** Four numbers from 0 to 255, without leading zeros. @see https://www.rfc-editor.org/rfc/rfc2673#section-3.2 */
export function isIpv4(text: string): boolean {
  return ipv4.test(text);
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** @see https://www.rfc-editor.org/rfc/rfc4291#section-2.2 */
export function isIpv6(text: string): boolean {
  if (text.length > 45) return false;
  const last = text.lastIndexOf(":") + 1;
  // An IPv4 address at the end stands for two groups.
  const groups = last > 0 && isIpv4(text.slice(last)) ? `${text.slice(0, last)}0:0` : text;
  return eightGroups.test(groups) || (fewGroups.test(groups) && groups.split(/:+/).filter(Boolean).length < 8);
}

const eightGroups = /^(?:[\da-f]{1,4}:){7}[\da-f]{1,4}$/i;
const fewGroups = /^(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?::(?:[\da-f]{1,4}(?::[\da-f]{1,4})*)?$/i;

/** A mailbox as mail servers accept it. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  return isLocalPart(text.slice(0, Math.max(0, at))) && ((domain.length <= 253 && mailDomain.test(domain)) || isAddressLiteral(domain));
}

const mailDomain = /^(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!-)[a-z\d-]{1,63}(?<!-))*$/i;

/** What stands before the `@`. */
export function isLocalPart(text: string): boolean {
  return atoms.test(text) || quoted.test(text);
}

const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const quoted = /^"[ !#-[\]-~]*(?:\\[ -~][ !#-[\]-~]*)*"$/;

/** `[192.0.2.1]`, `[IPv6:2001:db8::1]`. @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.3 */
export function isAddressLiteral(text: string): boolean {
  if (!text.startsWith("[") || !text.endsWith("]")) return false;
  const address = text.slice(1, -1);
  return /^ipv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}
