/** The length of a text in code points: a surrogate pair is one, a lone surrogate is one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    count -= 1;
    index += 1;
  }
  return count;
}
