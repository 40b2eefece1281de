/** Host names, and mailboxes with letters of every script: exact by IDNA 2008, whose tables come with it. */
import { isAddressLiteral, isLocalPart } from "./format-net.js";
import { isDomain } from "./idna.js";

/** Labels of letters, digits and inner hyphens; what follows `xn--` must stand for a label of other letters. @see https://www.rfc-editor.org/rfc/rfc1123#section-2.1 @see https://www.rfc-editor.org/rfc/rfc5891#section-4.4 */
export function isHostname(text: string): boolean {
  return text.length <= 253 && plainName.test(text) && (!/(?:^|\.)xn--/i.test(text) || isDomain(text.split(".")));
}

const plainName = /^(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!-)[a-z\d-]{1,63}(?<!-))*$/i;

/** The same with letters of every script. @see https://www.rfc-editor.org/rfc/rfc5890#section-2.3.2.3 */
export function isIdnHostname(text: string): boolean {
  return text.length <= longestName && isDomain(text.split(/[.\u3002\uff0e\uff61]/));
}

// In units: 253 characters as they travel are never more.
const longestName = 506;

/** A mailbox with letters of every script. @see https://www.rfc-editor.org/rfc/rfc6531#section-3.3 */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (!isLocalPart(text.slice(0, Math.max(0, at)).replace(beyondAscii, "a"))) return false;
  // A mailbox may be written in any form: programs bring its domain into NFC.
  return isAddressLiteral(domain) || (domain.length <= longestName && isIdnHostname(domain.normalize()));
}

const beyondAscii = /[\u0080-\ud7ff\ue000-\u{10ffff}]/gu;
