/**
 * The bodies of what the server answers by itself, in the form of the description's own errors.
 */
import { hasOwn } from "../shared/has-own.js";
import type { Problem } from "../server/route/problem.js";
import type { MockDefinition } from "./mock-types.js";

/** Members that errors of many descriptions have, each with what a problem has for it; of several, the first of the type of the example. */
const meanings: { readonly [member: string]: readonly (keyof Problem)[] } = {
  status: ["status"],
  statusCode: ["status"],
  code: ["code", "status"],
  title: ["title"],
  error: ["title"],
  message: ["detail"],
  detail: ["detail"],
  description: ["detail"],
};

/** An error of the description's that says what a problem says, as far as it has members for that. */
export function errorBody(problem: Problem, { example, validator }: NonNullable<MockDefinition["error"]>): unknown {
  const body = filled(example, problem);
  if (validator.is(body)) return body;
  if (validator.is(example)) return example;
  throw new TypeError("No error body was found that is as described: give the mock the option `errors`");
}

function filled(example: unknown, problem: Problem): unknown {
  if (typeof example !== "object" || example === null) return example;
  if (Array.isArray(example)) return example.map((item: unknown) => filled(item, problem));
  const members = Object.entries(example).map(([name, value]: [string, unknown]): [string, unknown] => {
    const known = (hasOwn(meanings, name) ? (meanings[name] ?? []) : []).map((key): unknown => problem[key]);
    return [name, known.find((each) => typeof each === typeof value) ?? filled(value, problem)];
  });
  return Object.fromEntries(members);
}
