/** The length of a text in code points: a surrogate pair is one, a lone surrogate is one. */
export function codePoints(text: string): number {
  let count = text.length;
  // Of a pair, only what stands at its first half is beyond the 16 bits of a unit.
  for (let index = 0; index < text.length; index += 1) if ((text.codePointAt(index) ?? 0) > 0xffff) count -= 1;
  return count;
}
