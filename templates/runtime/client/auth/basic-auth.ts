import type { BasicCredential } from "./credentials.js";

/**
 * A user name and a password as the value of `Authorization`, in UTF-8. Throws a `TypeError` where the user name has a colon.
 * @see https://www.rfc-editor.org/rfc/rfc7617
 */
export function writeBasic(name: string, { username, password }: BasicCredential): string {
  if (username.includes(":")) throw new TypeError(`The user name of the credential "${name}" has a colon, which cannot be sent`);
  let bytes = "";
  for (const byte of new TextEncoder().encode(`${username}:${password}`)) bytes += String.fromCharCode(byte);
  return `Basic ${btoa(bytes)}`;
}
