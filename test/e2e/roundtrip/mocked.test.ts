/** Every operation of a description is called on a mock without handlers: it answers as described, or says that it cannot. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCorpus } from "../../corpus/descriptions.js";
import type { Operation } from "../../../src/model/ir/operation.js";
import { projectRoot } from "../../support/compile.js";
import { allParts } from "../../../src/emit/emitters.js";
import { generateFrom } from "../../support/pipeline.js";
import { createSampler } from "../../support/sample.js";
import { loadProgram, type CallResult, type GeneratedProgram } from "./module.js";
import { planCalls } from "./plan.js";

interface Answers {
  readonly operations: number;
  /** Operations that have no answer, and say so. */
  readonly unanswered: readonly string[];
  readonly failures: readonly string[];
}

async function callMock(path: string): Promise<Answers> {
  const { api, files } = await generateFrom(path, allParts);
  if (api === undefined) throw new Error(`${path} was refused`);
  const program = await loadProgram(api, files);
  const { client, calls } = program.createMock();
  const sample = createSampler(api.schemas);
  const [unanswered, failures]: [string[], string[]] = [[], []];
  for (const operation of api.operations) {
    const { value: name } = operation.names;
    try {
      const result = await program.call(name, client, planCalls(operation, sample)[0]?.args);
      const fault = faultOf(operation, result, program) ?? (calls.at(-1)?.status === result.status ? undefined : "is not in the log");
      if (fault !== undefined) failures.push(`${name}: ${fault}`);
    } catch (error) {
      const isMissing = error instanceof Error && error.name === "MockReplyError" && error.message.startsWith(`${name} has no handler`);
      (isMissing ? unanswered : failures).push(isMissing ? name : `${name}: ${String(error)}`);
    }
  }
  return { operations: api.operations.length, unanswered, failures };
}

/** What is wrong with an answer: it is no success, or its JSON is refused by the validator of the response. */
function faultOf({ responses }: Operation, { status, data, error }: CallResult, program: GeneratedProgram): string | undefined {
  if (status >= 400) return `${String(status)} ${JSON.stringify(error)}`;
  const described = [String(status), `${String(status)[0] ?? ""}XX`, "default"].flatMap((key) =>
    responses.filter((each) => each.status === key),
  );
  const content = described[0]?.contents.find(({ codec }) => codec === "json");
  if (content?.schema === undefined || data === undefined) return undefined;
  return program.isValid(content.validator, data) ? undefined : `${JSON.stringify(data)} is not as described`;
}

test("the Petstore answers", async () => {
  expect(await callMock(join(projectRoot, "spec/petstore.yaml"))).toEqual({ operations: 3, unanswered: [], failures: [] });
});

test("headers with an example, and those that are required, are sent", async () => {
  const { api, files } = await generateFrom(join(projectRoot, "test/golden/mock/description.yaml"), allParts);
  if (api === undefined) throw new Error("it was refused");
  const program = await loadProgram(api, files);
  const { response } = await program.call("headers", program.createMock().client, undefined);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": expect.stringContaining("application/json") as string,
    etag: '"a1"',
    location: "https://example.com/a",
    "x-page": '{"next":"7"}',
    "x-sizes": "1,2",
    "x-total": "1", // the example is more than a number holds
  });
});

const corpus = readCorpus();
const wanted = [
  "oai-petstore-2.0",
  "oapi-codegen-params",
  "readme-circular",
  "redocly-cafe-3.2",
  "redocly-museum",
  "scalar-galaxy",
  "synthetic-lifecycle",
  "synthetic-names",
  "typespec-sse-3.2",
  "kratos",
];

describe.skipIf(corpus === undefined)("a real description answers", () => {
  test.each(wanted)("%s", async (name) => {
    const description = corpus?.find((candidate) => candidate.name === name);
    const { operations, ...found } = await callMock(description?.path ?? "");
    expect(operations).toBeGreaterThan(0);
    expect(found).toEqual({ unanswered: [], failures: [] });
  });
});
