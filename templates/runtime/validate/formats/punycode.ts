/** Punycode, for labels of at most 63 characters. @see https://www.rfc-editor.org/rfc/rfc3492 */

const digits = "abcdefghijklmnopqrstuvwxyz0123456789";

/** The label that Punycode stands for; `undefined` when it stands for none. @param text In lower case, without `xn--`. */
export function decodePunycode(text: string): string | undefined {
  const delimiter = text.lastIndexOf("-");
  const result = Array.from(text.slice(0, Math.max(0, delimiter)), (character) => character.charCodeAt(0));
  let code = 128;
  let index = 0;
  let bias = 72;
  for (let at = delimiter + 1; at < text.length;) {
    const before = index;
    for (let weight = 1, base = 36; ; base += 36) {
      const digit = at < text.length ? digits.indexOf(text.charAt(at++)) : -1;
      index += digit * weight;
      // Before the numbers get too large to be exact.
      if (digit < 0 || index > 2 ** 31) return undefined;
      const threshold = thresholdOf(base, bias);
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = result.length + 1;
    bias = adapted(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > 0x10ffff) return undefined;
    result.splice(index++, 0, code);
  }
  return String.fromCodePoint(...result);
}

/** Punycode of a label with other letters than those of ASCII, without `xn--`. */
export function encodePunycode(label: string): string {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < 128);
  let text = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let delta = 0;
  let bias = 72;
  let handled = basic.length;
  let code = 128;
  for (const next of [...new Set(points)].filter((point) => point >= 128).sort((a, b) => a - b)) {
    delta += (next - code) * (handled + 1);
    code = next;
    for (const point of points) {
      if (point < code) delta += 1;
      if (point !== code) continue;
      text += variableLength(delta, bias);
      bias = adapted(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    code += 1;
  }
  return text;
}

function variableLength(number: number, bias: number): string {
  let text = "";
  for (let base = 36; ; base += 36) {
    const threshold = thresholdOf(base, bias);
    if (number < threshold) return text + digits.charAt(number);
    text += digits.charAt(threshold + ((number - threshold) % (36 - threshold)));
    number = Math.floor((number - threshold) / (36 - threshold));
  }
}

const thresholdOf = (base: number, bias: number): number => Math.min(26, Math.max(1, base - bias));

/** The bias for the next number. @see https://www.rfc-editor.org/rfc/rfc3492#section-6.1 */
function adapted(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2));
  rest += Math.floor(rest / length);
  let base = 0;
  for (; rest > 455; base += 36) rest = Math.floor(rest / 35);
  return base + Math.floor((36 * rest) / (rest + 38));
}
