import { describe, expect, it } from "vitest";
import { failFormat, failMaximum, listIssues, noIssues, type Issues } from "../../../../templates/runtime/validate/issues.js";
import { createValidator as validator } from "../../../../templates/runtime/validate/validate.js";
import { asProblems, issuesOf } from "../../../../templates/runtime/server/decode/parameter-decoder.js";
import { invalidRequest, problemDetails, ProblemError, problemOf } from "../../../../templates/runtime/server/route/problem.js";

/** The body that a caller gets. */
const bodyOf = (error: ProblemError): string => JSON.stringify(problemDetails(problemOf(error, "addPet")));

it("of no known code is a mistake of whoever throws it", () => {
  expect(() => new ProblemError("teapot" as never, "Short and stout.")).toThrow('There is no problem with the code "teapot"');
});

describe("the answer to a request that is not valid", () => {
  it("has the part, the path, the pointer, the keyword and the sentence of each issue", () => {
    const error = invalidRequest(asProblems(listIssues(failMaximum(noIssues(), ["tags", 0, "a/b"], 5)), "body"));
    expect(JSON.parse(bodyOf(error))).toMatchObject({
      status: 400,
      code: "invalid-request",
      detail: "The body at `tags[0].a/b` must be at most 5.",
      issues: [{ in: "body", path: ["tags", 0, "a/b"], pointer: "/tags/0/a~1b", keyword: "maximum", message: "must be at most 5" }],
    });
  });

  it("never has what a parameter or a header was", () => {
    const check = (value: unknown, issues: Issues): Issues => (value === undefined ? issues : failFormat(issues, ["x-key"], "uuid"));
    const error = invalidRequest(issuesOf(validator(check), { "x-key": "s3cret" }, "header"));
    expect(bodyOf(error)).not.toContain("s3cret");
    expect(error.message).toBe("The header parameter `x-key` must be a UUID.");
  });

  it("is short, however many issues there are and however long the names in the data", () => {
    const path = Array.from({ length: 400 }, () => "n".repeat(50_000));
    const issues = Array.from({ length: 100 }, () => ({ in: "body", path, keyword: "type", message: "must be a string" }) as const);
    const body = bodyOf(invalidRequest(issues));
    expect(body.length).toBeLessThan(200_000);
    expect(JSON.parse(body)).toMatchObject({ issues: Array.from({ length: 50 }, () => expect.anything() as unknown) });
  });
});
