import { describe, expect, expectTypeOf, it } from "vitest";
import { failRequired, failType, listIssues, noIssues, type Issues } from "../../../../templates/runtime/validate/issues.js";
import {
  createDeepValidator as deepValidator,
  maxDepth,
  tooDeep,
  ValidationError,
  createValidator as validator,
  type Validator,
} from "../../../../templates/runtime/validate/validate.js";

const isText = (value: unknown): boolean => typeof value === "string";
const checkText = (value: unknown, issues: Issues): Issues => (isText(value) ? issues : failType(issues, [], "string"));

/** How deep lists are nested in each other. */
function isNest(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) return tooDeep();
  return Array.isArray(value) && value.every((item) => isNest(item, depth + 1));
}
const checkNest = (value: unknown, issues: Issues, depth = 0): Issues => (isNest(value, depth) ? issues : failType(issues, [], "array"));

function nest(levels: number): unknown {
  let value: unknown[] = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

describe.each([
  ["a validator with a guard", validator<string>(checkText, isText)],
  ["a validator of a check alone", validator<string>(checkText)],
  ["a validator that counts how deep it is", deepValidator<string>(checkText, isText)],
])("%s", (_, text) => {
  it("says yes, gives the value back, and no to anything else with the reason", () => {
    expect(text.is("a")).toBe(true);
    expect(text.is(1)).toBe(false);
    expect(text.parse("a")).toBe("a");
    expect(text.safeParse("a")).toEqual({ success: true, data: "a" });
    expect(text.safeParse(1)).toMatchObject({ success: false, issues: [{ path: [], keyword: "type", expected: "string" }] });
    expect(() => text.parse(1)).toThrow(new ValidationError(listIssues(failType(noIssues(), [], "string"))));
    expect(["a", 1].filter(text.is)).toEqual(["a"]);
    expect(["a", "b"].map(text.parse)).toEqual(["a", "b"]);
  });

  it("is a Standard Schema, whose issues have a message and a path", () => {
    expect(text["~standard"]).toMatchObject({ version: 1, vendor: "sundial" });
    expect(text["~standard"].validate("a")).toEqual({ value: "a" });
    const { issues = [] } = text["~standard"].validate(1);
    expect({ ...issues[0] }).toEqual({ path: [], pointer: "", keyword: "type", expected: "string", message: "must be a string" });
  });
});

it("the guard is the very function that a validator asks", () => {
  expect(validator(checkText, isText).is).toBe(isText);
});

it("the check runs only where the guard says no", () => {
  let checked = 0;
  const counting = validator((value, issues) => ((checked += 1), checkText(value, issues)), isText);
  counting.safeParse("a");
  counting["~standard"].validate("a");
  expect(checked).toBe(0);
  counting.safeParse(1);
  expect(checked).toBe(1);
});

describe("a validator that completes values", () => {
  const named: Validator<{ name?: string }, { name: string }> = validator(
    (value, issues) => (typeof value === "object" ? issues : failType(issues, [], "object")),
    undefined,
    (value, fill) => ({ ...(fill ? { name: "nobody" } : {}), ...(value as object) }),
  );

  it("gives a copy with defaults, unless asked for one without, and leaves the value as it is", () => {
    const value = Object.freeze({});
    expect(named.parse(value)).toEqual({ name: "nobody" });
    expect(named.safeParse(value)).toEqual({ success: true, data: { name: "nobody" } });
    expect(named["~standard"].validate(value)).toEqual({ value: { name: "nobody" } });
    expect(named.safeParse(value, { defaults: false })).toEqual({ success: true, data: {} });
    expect(named.is(value)).toBe(true);
    expect(value).toEqual({});
  });

  it("has a type for what goes in and one for what comes out", () => {
    expectTypeOf(named.parse).returns.toEqualTypeOf<{ name: string }>();
    expectTypeOf<NonNullable<(typeof named)["~standard"]["types"]>>().toEqualTypeOf<{
      readonly input: { name?: string };
      readonly output: { name: string };
    }>();
  });
});

describe("a value that is nested too deep", () => {
  const lists = deepValidator(checkNest, isNest);

  it("has one issue instead of the end of the stack, and so has one that contains itself", () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(lists.is(nest(maxDepth))).toBe(true);
    // An index is no depth.
    expect(Array.from({ length: maxDepth + 2 }, () => []).every(lists.is)).toBe(true);
    for (const value of [nest(maxDepth + 2), nest(200_000), cyclic]) {
      expect(lists.is(value)).toBe(false);
      expect(lists.safeParse(value)).toMatchObject({ success: false, issues: [{ path: [], keyword: "depth", expected: maxDepth }] });
      expect(() => lists.parse(value)).toThrow("The value must not be nested more than 500 levels deep");
    }
  });

  it("does not hide an error of another kind", () => {
    const broken = deepValidator(
      () => {
        throw new RangeError("broken");
      },
      () => {
        throw new RangeError("broken");
      },
    );
    expect(() => broken.is(1)).toThrow(RangeError);
    expect(() => broken.safeParse(1)).toThrow(RangeError);
  });
});

describe("a validation error", () => {
  it("tells the first three issues and has them all", () => {
    const issues = noIssues();
    for (const name of ["a", "b", "c", "d"]) failRequired(issues, [name, 0]);
    const error = new ValidationError(listIssues(issues));
    expect(error).toMatchObject({ name: "ValidationError", message: "a.0 is required; b.0 is required; c.0 is required; and 1 more" });
    expect(error.issues).toHaveLength(4);
  });

  it("is of bounded length, whatever the names in the data are", () => {
    const issues = noIssues();
    for (let index = 0; index < 50; index += 1) failRequired(issues, ["x".repeat(10_000)]);
    expect(new ValidationError(listIssues(issues)).message.length).toBeLessThan(1_000);
  });
});
