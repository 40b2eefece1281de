import { describe, expect, test } from "vitest";
import { spellingSuggestion } from "../../../src/diagnostic/spelling-suggestion.js";
import { inOrder } from "../../../src/diagnostic/source-order.js";
import { diagnostic } from "../../../src/diagnostic/catalogue.js";

describe("the word that was probably meant", () => {
  test.each([
    ["respones", ["requestBody", "responses", "servers"], "responses"],
    ["qeury", ["query", "header"], "query"],
    ["Pet", ["pet", "Pets"], "pet"],
    ["maxlength", ["minLength", "maxLength"], "maxLength"],
    ["min_length", ["minLength", "maxLength"], "minLength"],
    ["a", ["b"], undefined],
    ["color", ["colour"], "colour"],
    ["something", ["else", "entirely"], undefined],
    ["", ["a"], undefined],
  ])("%j of %j is %j", (word, candidates, expected) => {
    expect(spellingSuggestion(word, candidates)).toBe(expected);
  });
});

test("each thing is told once, in order; what has no place comes first", () => {
  const at = (pointer: string): { file: string; pointer: string } => ({ file: "f", pointer });
  const told = [
    diagnostic("syntax", "c", { at: at("2") }),
    diagnostic("syntax", "b", { at: at("1") }),
    diagnostic("syntax", "c", { at: at("2") }),
    diagnostic("syntax", "a"),
    diagnostic("syntax", "b2", { at: at("1") }),
  ];
  const order = inOrder(told, (place) => ["pointer" in place ? Number(place.pointer) : 0]);
  expect(order.map(({ message }) => message)).toEqual(["a", "b", "b2", "c"]);
});
