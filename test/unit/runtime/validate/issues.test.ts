import { inspect } from "node:util";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import * as runtime from "../../../../templates/runtime/validate/issues.js";
import {
  Issue,
  listIssues,
  noIssues,
  type Issues,
  addIssues,
  at,
  failAlternatives,
  onlyFirst,
} from "../../../../templates/runtime/validate/issues.js";
import { projectRoot } from "../../../support/compile.js";

const { failType, failRequired, failMinimum, failEnum } = runtime;

/** The one issue of a list. */
function only(issues: Issues): Issue {
  const [issue, ...more] = listIssues(issues);
  if (issue === undefined || more.length > 0) throw new Error(`There are ${String(issues.all.length)} issues`);
  return issue;
}

const none = noIssues;
const paths = (issues: Issues) => listIssues(issues).map(({ path }) => path);

describe("an issue", () => {
  it("has a path, a keyword and what was expected, and makes the sentence and the pointer when asked", () => {
    const issue = only(failMinimum(none(), ["tags", 0, "a/b~c"], 1));
    expect(issue).toBeInstanceOf(Issue);
    expect(issue).toMatchObject({ path: ["tags", 0, "a/b~c"], keyword: "minimum", expected: 1 });
    expect(Object.keys(issue)).toEqual(["path", "keyword", "expected"]);
    expect(issue.message).toBe("must be at least 1");
    expect(issue.pointer).toBe("/tags/0/a~1b~0c");
  });

  it("points at the whole value by the empty pointer, and at an empty name by a slash", () => {
    expect(only(failRequired(none(), [])).pointer).toBe("");
    expect(only(failRequired(none(), [""])).pointer).toBe("/");
  });

  it("goes into JSON, a log and a sentence with all it has to say", () => {
    const issue = only(failType(none(), ["name"], "string"));
    const whole = { path: ["name"], pointer: "/name", keyword: "type", expected: "string", message: "must be a string" };
    expect(JSON.parse(JSON.stringify([issue]))).toEqual([whole]);
    expect(inspect(issue)).toMatch(/path: \[ 'name' \],\s+keyword: 'type',\s+expected: 'string'/);
    expect(String(issue)).toBe("name must be a string");
    expect(String(only(failType(none(), [], "string")))).toBe("The value must be a string");
  });

  it("has bigints in digits where it goes into JSON", () => {
    const issue = only(failEnum(none(), [], [1n, 9223372036854775807n]));
    expect(JSON.parse(JSON.stringify(issue))).toMatchObject({
      expected: ["1", "9223372036854775807"],
      message: "must be one of 1, 9223372036854775807",
    });
  });

  it("can be read through a proxy and copied between threads", () => {
    const issue = only(failType(none(), ["name"], "string"));
    expect(new Proxy(issue, {}).message).toBe("must be a string");
    expect(structuredClone(issue)).toEqual({ path: ["name"], keyword: "type", expected: "string" });
  });

  it("is told on one line of bounded length, whatever the names in the data are", () => {
    const text = String(only(failRequired(none(), ["x".repeat(10_000), "y"])));
    expect(text.length).toBeLessThan(200);
    expect(String(only(failRequired(none(), ["a\u001b[31m\nb\u2028c\u202ed"])))).toBe("a [31m b c d is required");
  });
});

describe("issues", () => {
  it("are kept in their order", () => {
    const issues = none();
    expect(issues.all).toEqual([]);
    failRequired(issues, ["a"]);
    expect(failType(issues, ["b"], "string")).toBe(issues);
    expect(listIssues(issues).map(String)).toEqual(["a is required", "b must be a string"]);
  });

  it("are a hundred at most", () => {
    const issues = none();
    for (let index = 0; index < 150; index += 1) failRequired(issues, [index]);
    failRequired(at(issues, "list"), ["more"]);
    expect(addIssues(issues, issues, ["twice"]).all).toHaveLength(100);
    expect(paths(issues)[99]).toEqual([99]);
  });

  it("of a part have the keys that lead to it before their paths", () => {
    const issues = none();
    failRequired(at(at(issues, "a"), 0), ["x"]);
    failRequired(at(at(at(issues, "a"), 1), "b"), ["y", 1]);
    failRequired(at(issues, "c"), []);
    failRequired(issues, []);
    expect(paths(issues)).toEqual([["a", 0, "x"], ["a", 1, "b", "y", 1], ["c"], []]);
    expect(at(issues, "d").all).toBe(issues.all);
  });

  it("that were found apart are copied to a place", () => {
    const apart = failRequired(none(), ["x"]);
    const issues = none();
    addIssues(addIssues(at(issues, "a"), apart), apart, ["b", 0]);
    expect(paths(issues)).toEqual([
      ["a", "x"],
      ["a", "b", 0, "x"],
    ]);
    expect(paths(apart)).toEqual([["x"]]);
  });

  it("can be cut down to the first", () => {
    expect(paths(onlyFirst(failRequired(failRequired(none(), ["a"]), ["b"])))).toEqual([["a"]]);
    expect(onlyFirst(none()).all).toEqual([]);
  });
});

describe("where no alternative fits", () => {
  it("the issues of the one that comes closest are told", () => {
    const far = failRequired(failRequired(none(), ["a"]), ["b"]);
    const near = failRequired(none(), ["c"]);
    const told = failAlternatives(none(), "oneOf", [far, near, failType(none(), [], "null")], ["pet"]);
    expect(String(only(told))).toBe("pet.c is required");
  });

  it("it is said that none does when several come as close, or none was meant", () => {
    const same = () => failRequired(none(), ["a"]);
    expect(String(only(failAlternatives(none(), "anyOf", [same(), same()], ["pet"])))).toBe(
      "pet must match one of the described alternatives",
    );
    const tagged = runtime.failConst(none(), ["kind"], "cat");
    expect(only(failAlternatives(none(), "oneOf", [tagged, failType(none(), [], "null")], ["pet"]))).toMatchObject({
      keyword: "oneOf",
      path: ["pet"],
    });
  });
});

describe("the sentence", () => {
  const sentences: readonly (readonly [Issues, keyword: string, sentence: string])[] = [
    [failType(none(), [], "object"), "type", "must be an object"],
    [failType(none(), [], "boolean"), "type", "must be a boolean"],
    [failType(none(), [], ["integer", "string", "null"]), "type", "must be an integer or a string or null"],
    [runtime.failBinary(none(), [], ["string"]), "type", "must be a string or binary data"],
    [runtime.failSafeInteger(none(), [], 2 ** 60), "type", "must be an integer between -9007199254740991 and 9007199254740991"],
    [failEnum(none(), [], ["a", 'b"', 3, null]), "enum", 'must be one of "a", "b\\"", 3, null'],
    [failEnum(none(), [], new Set(["a", "b"])), "enum", 'must be one of "a", "b"'],
    [failEnum(none(), [], ["a"]), "enum", 'must be "a"'],
    [runtime.failConst(none(), [], { a: [1] }), "const", 'must be {"a":[1]}'],
    [runtime.failDiscriminator(none(), [], ["cat", "dog"]), "discriminator", 'must be one of "cat", "dog"'],
    [runtime.failMaximum(none(), [], "9223372036854775807"), "maximum", "must be at most 9223372036854775807"],
    [runtime.failExclusiveMinimum(none(), [], 0), "exclusiveMinimum", "must be greater than 0"],
    [runtime.failExclusiveMaximum(none(), [], 1), "exclusiveMaximum", "must be less than 1"],
    [runtime.failMultipleOf(none(), [], 0.01), "multipleOf", "must be a multiple of 0.01"],
    [runtime.failMinLength(none(), [], 1), "minLength", "must have at least 1 character"],
    [runtime.failMaxLength(none(), [], 20), "maxLength", "must have at most 20 characters"],
    [runtime.failPattern(none(), [], /^a$/u), "pattern", "must match the pattern ^a$"],
    [runtime.failPattern(none(), [], "^a$"), "pattern", "must match the pattern ^a$"],
    [runtime.failPatternLength(none(), [], 9), "pattern", "must have at most 9 characters, for its pattern to be checked"],
    [runtime.failPatternProperties(none(), []), "patternProperties", "is not allowed"],
    [runtime.failPatternNameLength(none(), [], 1), "patternProperties", "has a name of more than 1 character"],
    [runtime.failFormat(none(), [], "date-time"), "format", "must be a date and time such as 2026-03-01T09:30:00Z"],
    [runtime.failIntegerFormat(none(), [], "int32"), "format", "must be an integer between -2147483648 and 2147483647"],
    [runtime.failIntegerFormat(none(), [], "uint8"), "format", "must be an integer between 0 and 255"],
    [runtime.failSafeInteger(none(), [], "1", ["integer", "null"]), "type", "must be an integer or null"],
    [runtime.failBigint(none(), [], "1", ["integer", "null"]), "type", "must be an integer or null"],
    [runtime.failBigint(none(), [], 1), "type", "must be an integer held as a bigint"],
    [runtime.failSafeUint64(none(), [], -1), "type", "must be an integer between 0 and 9007199254740991"],
    [runtime.failInt64(none(), [], "int64"), "format", "must be an integer between -9223372036854775808 and 9223372036854775807"],
    [runtime.failInt64(none(), [], "uint64"), "format", "must be an integer between 0 and 18446744073709551615"],
    [runtime.failMinItems(none(), [], 1), "minItems", "must have at least 1 item"],
    [runtime.failMaxItems(none(), [], 0), "maxItems", "must have at most 0 items"],
    [runtime.failUniqueItems(none(), []), "uniqueItems", "must not have the same item twice"],
    [runtime.failItems(none(), [], 2), "items", "must have at most 2 items"],
    [runtime.failContains(none(), [], 1), "contains", "must have at least 1 item of the kind described"],
    [runtime.failMaxContains(none(), [], 2), "maxContains", "must have at most 2 items of the kind described"],
    [runtime.failMinProperties(none(), [], 2), "minProperties", "must have at least 2 properties"],
    [runtime.failMaxProperties(none(), [], 1), "maxProperties", "must have at most 1 property"],
    [runtime.failDependentRequired(none(), [], "a"), "dependentRequired", 'is required beside "a"'],
    [runtime.failPropertyNames(none(), [], undefined), "propertyNames", "is not allowed as a name"],
    [
      runtime.failPropertyNames(none(), [], "match the pattern ^a"),
      "propertyNames",
      "is not allowed as a name, which must match the pattern ^a",
    ],
    [runtime.failAdditionalProperties(none(), []), "additionalProperties", "is not allowed"],
    [runtime.failReadOnly(none(), []), "readOnly", "is read-only"],
    [runtime.failWriteOnly(none(), []), "writeOnly", "is write-only"],
    [runtime.failUnevaluatedItems(none(), []), "unevaluatedItems", "is not allowed"],
    [runtime.failNot(none(), [], "null"), "not", "must not be null"],
    [runtime.failNot(none(), [], undefined), "not", "must not match what is described as excluded"],
    [runtime.failAnyOf(none(), [], "a string or null"), "anyOf", "must be a string or null"],
    [runtime.failOneOf(none(), [], undefined), "oneOf", "must match one of the described alternatives"],
    [runtime.failOnlyOne(none(), []), "oneOf", "must match only one of the described alternatives"],
    [runtime.failFalse(none(), []), "false", "is not allowed"],
  ];

  it.each(sentences)("%s: of %s", (issues, keyword, sentence) => {
    const issue = only(issues);
    expect(issue.message).toBe(sentence);
    expect(issue.keyword).toBe(keyword);
    expect(issue.path).toEqual([]);
  });

  it("is of bounded length, however much the description has to say", () => {
    const long = "x".repeat(5_000);
    const many = Array.from({ length: 1_000 }, (_, index) => `value ${String(index)}`);
    const issues = [failEnum(none(), [], many), runtime.failConst(none(), [], long), runtime.failPattern(none(), [], long)];
    for (const issue of issues) expect(only(issue).message).toMatch(/^.{150,200}…$/);
  });
});

it("a bundle has the sentences it can need and no others", async () => {
  const contents = `import { failType, failRequired } from "./templates/runtime/validate/issues.js"; console.log(failType, failRequired);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).toContain("is required");
  expect(text).not.toMatch(/at least|alternatives|pattern|date|character|one of/);
});
