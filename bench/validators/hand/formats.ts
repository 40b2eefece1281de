/** The formats of the repository, by hand: what is plain by the quickest way there is, the rest in one pass over the characters. */

const digit = 1;
const hex = 2;
const letter = 4;
/** What may stand in a path, a query or a fragment, `%` and `:@/?` aside. */
const plain = 8;
const classes = new Uint8Array(128);
const mark = (characters: string, bits: number): void => {
  for (const character of characters) classes[character.charCodeAt(0)] = (classes[character.charCodeAt(0)] ?? 0) | bits;
};
mark("0123456789", digit | hex | plain);
mark("abcdefABCDEF", hex);
mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", letter | plain);
mark("-._~!$&'()*+,;=", plain);

const classOf = (code: number): number => (code < 128 ? (classes[code] ?? 0) : 0);

/** Nearly every URI: a host without a user, and nothing escaped. A regular expression takes half the time of a loop over the characters. */
const plainUri =
  /^[A-Za-z][A-Za-z\d+.-]*:(?:\/\/[\w.~!$&'()*+,;=-]*(?::\d*)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?|[\w.~!$&'()*+,;=:@-][\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?(?:#[\w.~!$&'()*+,;=:@/?-]*)?$/;

/** A URI of RFC 3986; of hosts in brackets only what has the letters of an address. */
export function isUri(text: string): boolean {
  return plainUri.test(text) || isAnyUri(text);
}

function isAnyUri(text: string): boolean {
  const { length } = text;
  let at = 0;
  if (length === 0 || (classOf(text.charCodeAt(0)) & letter) === 0) return false;
  for (at = 1; ; at += 1) {
    if (at >= length) return false;
    const code = text.charCodeAt(at);
    if (code === 58) break;
    if ((classOf(code) & (letter | digit)) === 0 && code !== 43 && code !== 45 && code !== 46) return false;
  }
  at += 1;
  if (text.charCodeAt(at) === 47 && text.charCodeAt(at + 1) === 47) {
    at = authorityEnd(text, at + 2);
    if (at < 0) return false;
  }
  let parts = 0;
  for (; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if ((classOf(code) & plain) !== 0 || code === 47 || code === 58 || code === 64) continue;
    if (code === 37) {
      if (at + 2 >= length || (classOf(text.charCodeAt(at + 1)) & hex) === 0 || (classOf(text.charCodeAt(at + 2)) & hex) === 0)
        return false;
      at += 2;
    } else if (code === 63) {
      if (parts === 0) parts = 1;
    } else if (code === 35 && parts < 2) parts = 2;
    else return false;
  }
  return true;
}

/** Where the host, its user and its port end; less than zero where they are none. */
function authorityEnd(text: string, from: number): number {
  let user = -1;
  let colon = -1;
  for (let at = from; ; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 47;
    if (code === 47 || code === 63 || code === 35) {
      if (colon > user) for (let port = colon + 1; port < at; port += 1) if ((classOf(text.charCodeAt(port)) & digit) === 0) return -1;
      return at;
    }
    if ((classOf(code) & plain) !== 0) continue;
    if (code === 37) {
      if ((classOf(text.charCodeAt(at + 1)) & hex) === 0 || (classOf(text.charCodeAt(at + 2)) & hex) === 0) return -1;
      at += 2;
    } else if (code === 64) {
      if (user >= 0) return -1;
      user = at;
      colon = -1;
    } else if (code === 58) {
      if (user >= 0 && colon >= 0) return -1;
      colon = at;
    } else if (code === 91) {
      at = text.indexOf("]", at);
      if (at < 0) return -1;
    } else return -1;
  }
}

const number2 = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1;
};

/** A date and time of RFC 3339. A leap second is the last of a day in UTC. */
export function isDateTime(text: string): boolean {
  if (text.length < 20) return false;
  const century = number2(text, 0);
  const years = number2(text, 2);
  const month = number2(text, 5);
  const day = number2(text, 8);
  const hour = number2(text, 11);
  const minute = number2(text, 14);
  const second = number2(text, 17);
  if (century < 0 || years < 0 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || text.charCodeAt(13) !== 58) return false;
  if ((text.charCodeAt(10) | 32) !== 116 || text.charCodeAt(16) !== 58) return false;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(month, 100 * century + years)) return false;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  let at = 19;
  if (text.charCodeAt(at) === 46) {
    const start = (at += 1);
    while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1;
    if (at === start) return false;
  }
  const zone = text.charCodeAt(at);
  if ((zone | 32) === 122) return at + 1 === text.length && (second < 60 || (hour === 23 && minute === 59));
  if ((zone !== 43 && zone !== 45) || at + 6 !== text.length || text.charCodeAt(at + 3) !== 58) return false;
  const hours = number2(text, at + 1);
  const minutes = number2(text, at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
  if (second < 60) return true;
  const utc = 60 * hour + minute - (zone === 43 ? 1 : -1) * (60 * hours + minutes);
  return (utc + 1440) % 1440 === 1439;
}

function daysOf(month: number, year: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
