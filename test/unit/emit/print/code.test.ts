import { expect, test } from "vitest";
import { ident, isUsed, trusted, variablesIn } from "../../../../src/emit/print/code.js";

const names = ["a", "ab", "名前", "名前Pattern2", "été", "$x", "_b"];

test.each(["return 名前Pattern2.test(value);", "x.a + ab.a(名前)", "[...été, ...$x].a", '"a 名前 \\" ab" + _b', "value.名前", "a?.ab"])(
  "the names that stand in code are those that are found one by one: %s",
  (text) => {
    const found = variablesIn(trusted(text));
    expect(names.filter((name) => found.has(name))).toEqual(names.filter((name) => isUsed(ident(name), trusted(text))));
  },
);
