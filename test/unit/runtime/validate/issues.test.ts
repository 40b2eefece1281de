import { inspect } from "node:util";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import * as runtime from "../../../../templates/runtime/validate/issues.js";
import { Issue, failAlternatives, nested, type Issues } from "../../../../templates/runtime/validate/issues.js";
import { projectRoot } from "../../../support/compile.js";

const { failType, failRequired, failMinimum, failEnum } = runtime;

/** The one issue of a list. */
function only(issues: Issues): Issue {
  const [issue] = issues ?? [];
  if (issue === undefined || issues?.length !== 1) throw new Error(`There are ${String(issues?.length ?? 0)} issues`);
  return issue;
}

describe("an issue", () => {
  it("has a path, a keyword and what was expected, and makes the sentence and the pointer when asked", () => {
    const issue = only(failMinimum(undefined, ["tags", 0, "a/b~c"], 1));
    expect(issue).toBeInstanceOf(Issue);
    expect(issue).toMatchObject({ path: ["tags", 0, "a/b~c"], keyword: "minimum", expected: 1 });
    expect(Object.keys(issue)).toEqual(["path", "keyword", "expected"]);
    expect(issue.message).toBe("must be at least 1");
    expect(issue.pointer).toBe("/tags/0/a~1b~0c");
  });

  it("points at the whole value by the empty pointer, and at an empty name by a slash", () => {
    expect(only(failRequired(undefined, [])).pointer).toBe("");
    expect(only(failRequired(undefined, [""])).pointer).toBe("/");
  });

  it("goes into JSON, a log and a sentence with all it has to say", () => {
    const issue = only(failType(undefined, ["name"], "string"));
    const whole = { path: ["name"], pointer: "/name", keyword: "type", expected: "string", message: "must be a string" };
    expect(JSON.parse(JSON.stringify([issue]))).toEqual([whole]);
    expect(inspect(issue)).toMatch(/path: \[ 'name' \],\s+keyword: 'type',\s+expected: 'string'/);
    expect(String(issue)).toBe("name must be a string");
    expect(String(only(failType(undefined, [], "string")))).toBe("The value must be a string");
  });

  it("has bigints in digits where it goes into JSON", () => {
    const issue = only(failEnum(undefined, [], [1n, 9223372036854775807n]));
    expect(JSON.parse(JSON.stringify(issue))).toMatchObject({
      expected: ["1", "9223372036854775807"],
      message: 'must be one of "1", "9223372036854775807"',
    });
  });

  it("can be read through a proxy and copied between threads", () => {
    const issue = only(failType(undefined, ["name"], "string"));
    expect(new Proxy(issue, {}).message).toBe("must be a string");
    expect(structuredClone(issue)).toEqual({ path: ["name"], keyword: "type", expected: "string" });
  });

  it("is told on one line of bounded length, whatever the names in the data are", () => {
    const text = String(only(failRequired(undefined, ["x".repeat(10_000), "y"])));
    expect(text.length).toBeLessThan(200);
    expect(String(only(failRequired(undefined, ["a\u001b[31m\nb\u2028c\u202ed"])))).toBe("a [31m b c d is required");
  });
});

describe("a list of issues", () => {
  it("is made with the first issue and keeps the rest in order", () => {
    let issues = failRequired(undefined, ["a"]);
    issues = failType(issues, ["b"], "string");
    expect(issues.map(String)).toEqual(["a is required", "b must be a string"]);
  });

  it("holds a hundred issues at most", () => {
    let issues: Issues;
    for (let index = 0; index < 150; index += 1) issues = failRequired(issues, [index]);
    expect(issues).toHaveLength(100);
    expect(nested(issues, failRequired(undefined, ["more"]), "list")).toHaveLength(100);
    expect(issues?.[99]?.path).toEqual([99]);
  });

  it("takes the issues of a part with one, two or three keys before their paths", () => {
    const inner = (): Issues => failRequired(failRequired(undefined, ["x"]), ["y", 1]);
    const paths = (issues: Issues) => issues?.map(({ path }) => path);
    expect(paths(nested(undefined, inner()))).toEqual([["x"], ["y", 1]]);
    expect(paths(nested(undefined, inner(), "a"))).toEqual([
      ["a", "x"],
      ["a", "y", 1],
    ]);
    expect(paths(nested(failRequired(undefined, []), inner(), "a", 0))).toEqual([[], ["a", 0, "x"], ["a", 0, "y", 1]]);
    expect(paths(nested(undefined, inner(), "a", 0, "b"))).toEqual([
      ["a", 0, "b", "x"],
      ["a", 0, "b", "y", 1],
    ]);
    expect(nested(undefined, undefined, "a")).toBeUndefined();
  });
});

describe("where no alternative fits", () => {
  it("the issues of the one that comes closest are told", () => {
    const far = failRequired(failRequired(undefined, ["a"]), ["b"]);
    const near = failRequired(undefined, ["c"]);
    expect(failAlternatives(undefined, "oneOf", [far, near, failType(undefined, [], "null")], ["pet"])?.map(String)).toEqual([
      "pet.c is required",
    ]);
  });

  it("it is said that none does when several come as close, or none was meant", () => {
    const same = () => failRequired(undefined, ["a"]);
    expect(String(failAlternatives(undefined, "anyOf", [same(), same()], ["pet"]))).toBe(
      "pet must match one of the described alternatives",
    );
    const tagged = runtime.failConst(undefined, ["kind"], "cat");
    expect(only(failAlternatives(undefined, "oneOf", [tagged, failType(undefined, [], "null")], ["pet"]))).toMatchObject({
      keyword: "oneOf",
      path: ["pet"],
    });
  });
});

describe("the sentence", () => {
  const sentences: readonly (readonly [Issues, keyword: string, sentence: string])[] = [
    [failType(undefined, [], "object"), "type", "must be an object"],
    [failType(undefined, [], "boolean"), "type", "must be a boolean"],
    [failType(undefined, [], ["integer", "string", "null"]), "type", "must be an integer or a string or null"],
    [runtime.failBinary(undefined, [], ["string"]), "type", "must be a string or binary data"],
    [runtime.failSafeInteger(undefined, [], 2 ** 60), "type", "must be an integer between -9007199254740991 and 9007199254740991"],
    [failEnum(undefined, [], ["a", 'b"', 3, null]), "enum", 'must be one of "a", "b\\"", 3, null'],
    [failEnum(undefined, [], new Set(["a", "b"])), "enum", 'must be one of "a", "b"'],
    [failEnum(undefined, [], ["a"]), "enum", 'must be "a"'],
    [runtime.failConst(undefined, [], { a: [1] }), "const", 'must be {"a":[1]}'],
    [runtime.failDiscriminator(undefined, [], ["cat", "dog"]), "discriminator", 'must be one of "cat", "dog"'],
    [runtime.failMaximum(undefined, [], "9223372036854775807"), "maximum", "must be at most 9223372036854775807"],
    [runtime.failExclusiveMinimum(undefined, [], 0), "exclusiveMinimum", "must be greater than 0"],
    [runtime.failExclusiveMaximum(undefined, [], 1), "exclusiveMaximum", "must be less than 1"],
    [runtime.failMultipleOf(undefined, [], 0.01), "multipleOf", "must be a multiple of 0.01"],
    [runtime.failMinLength(undefined, [], 1), "minLength", "must have at least 1 character"],
    [runtime.failMaxLength(undefined, [], 20), "maxLength", "must have at most 20 characters"],
    [runtime.failPattern(undefined, [], /^a$/u), "pattern", "must match the pattern ^a$"],
    [runtime.failPattern(undefined, [], "^a$"), "pattern", "must match the pattern ^a$"],
    [runtime.failPatternLength(undefined, [], 9), "pattern", "must have at most 9 characters, for its pattern to be checked"],
    [runtime.failPatternProperties(undefined, []), "patternProperties", "is not allowed"],
    [runtime.failPatternNameLength(undefined, [], 1), "patternProperties", "has a name of more than 1 character"],
    [runtime.failFormat(undefined, [], "date-time"), "format", "must be a date and time such as 2026-03-01T09:30:00Z"],
    [runtime.failIntegerFormat(undefined, [], "int32"), "format", "must be an integer between -2147483648 and 2147483647"],
    [runtime.failIntegerFormat(undefined, [], "uint8"), "format", "must be an integer between 0 and 255"],
    [runtime.failSafeInteger(undefined, [], "1", ["integer", "null"]), "type", "must be an integer or null"],
    [runtime.failBigint(undefined, [], "1", ["integer", "null"]), "type", "must be an integer or null"],
    [runtime.failBigint(undefined, [], 1), "type", "must be an integer held as a bigint"],
    [runtime.failSafeUint64(undefined, [], -1), "type", "must be an integer between 0 and 9007199254740991"],
    [runtime.failInt64(undefined, [], "int64"), "format", "must be an integer between -9223372036854775808 and 9223372036854775807"],
    [runtime.failInt64(undefined, [], "uint64"), "format", "must be an integer between 0 and 18446744073709551615"],
    [runtime.failMinItems(undefined, [], 1), "minItems", "must have at least 1 item"],
    [runtime.failMaxItems(undefined, [], 0), "maxItems", "must have at most 0 items"],
    [runtime.failUniqueItems(undefined, []), "uniqueItems", "must not have the same item twice"],
    [runtime.failItems(undefined, [], 2), "items", "must have at most 2 items"],
    [runtime.failContains(undefined, [], 1), "contains", "must have at least 1 item of the kind described"],
    [runtime.failMaxContains(undefined, [], 2), "maxContains", "must have at most 2 items of the kind described"],
    [runtime.failMinProperties(undefined, [], 2), "minProperties", "must have at least 2 properties"],
    [runtime.failMaxProperties(undefined, [], 1), "maxProperties", "must have at most 1 property"],
    [runtime.failDependentRequired(undefined, [], "a"), "dependentRequired", 'is required beside "a"'],
    [runtime.failPropertyNames(undefined, [], undefined), "propertyNames", "is not allowed as a name"],
    [
      runtime.failPropertyNames(undefined, [], "match the pattern ^a"),
      "propertyNames",
      "is not allowed as a name, which must match the pattern ^a",
    ],
    [runtime.failAdditionalProperties(undefined, []), "additionalProperties", "is not allowed"],
    [runtime.failReadOnly(undefined, []), "readOnly", "is read-only"],
    [runtime.failWriteOnly(undefined, []), "writeOnly", "is write-only"],
    [runtime.failUnevaluatedItems(undefined, []), "unevaluatedItems", "is not allowed"],
    [runtime.failNot(undefined, [], "null"), "not", "must not be null"],
    [runtime.failNot(undefined, [], undefined), "not", "must not match what is described as excluded"],
    [runtime.failAnyOf(undefined, [], "a string or null"), "anyOf", "must be a string or null"],
    [runtime.failOneOf(undefined, [], undefined), "oneOf", "must match one of the described alternatives"],
    [runtime.failOnlyOne(undefined, []), "oneOf", "must match only one of the described alternatives"],
    [runtime.failFalse(undefined, []), "false", "is not allowed"],
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
    const issues = [failEnum(undefined, [], many), runtime.failConst(undefined, [], long), runtime.failPattern(undefined, [], long)];
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
