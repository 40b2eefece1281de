/**
 * JSON of values that hold bigints, which JavaScript itself refuses to write.
 */

/** As `JSON.stringify`, with bigints as digits. Throws a `TypeError` for what JSON has no form for. */
export function stringifyBigints(value: unknown): string {
  for (let mark = "~"; ; mark += "~") {
    let count = 0;
    // A function of its own `this`: whoever gives bigints a `toJSON` must not turn them into strings here.
    const replacer = function (this: Record<string, unknown>, name: string, made: unknown): unknown {
      const given = this[name];
      if (typeof given !== "bigint") return made;
      count += 1;
      return mark + given.toString();
    };
    // `JSON.stringify` gives `undefined` for functions and symbols, whatever its type says.
    const marked = JSON.stringify(value, replacer) as string | undefined;
    if (marked === undefined) throw new TypeError("The value has no form in JSON");
    if (count === 0) return marked;
    let found = 0;
    const text = marked.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), (_, digits: string) => {
      found += 1;
      return digits;
    });
    // More than there are bigints: some text looks like a mark, so the mark must be another.
    if (found === count) return text;
  }
}
