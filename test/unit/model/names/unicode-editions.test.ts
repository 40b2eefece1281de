import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { nameInTitle } from "../../../../src/model/names/api-title.js";
import { asciiOf, kebabCase, splitWords } from "../../../../src/model/names/letter-case.js";

// The digest is the same under Unicode 15.1 to 17: it changes with this file's imports alone, never with Node.
test("what a name is made of does not depend on the edition of Unicode that Node has", () => {
  const digest = createHash("sha256");
  for (let point = 0x80; point <= 0x1ffff; point += 1) {
    const character = String.fromCodePoint(point);
    const parts = [
      splitWords(`a${character}b`),
      splitWords(`A${character}`),
      kebabCase(`ab${character}Cd`),
      nameInTitle(`Pet${character}store ${character} of`),
      asciiOf(`${character}x`),
    ];
    digest.update(JSON.stringify(parts));
  }
  expect(digest.digest("hex")).toBe("3a64a17e245cd8b9f0fcc006745a576855b7d2ff15b04e83899aefc18e40bdb7");
}, 120_000);

// Letters of 2025 and 2024, which older editions know nothing of: an S that stands for a letter, an outlined T, a combining mark.
test.each(["a\u{a7f1}b", "a\u{1cce9}b", "a\u{1acf}b"])("characters of new editions are what they are to old ones: %j", (name) => {
  expect(splitWords(name)).toEqual(["a", "b"]);
});
