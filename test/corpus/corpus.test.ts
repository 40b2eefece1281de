import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/compile.js";
import { corpusRequired, readCorpus } from "./descriptions.js";
import { judge, settings, writeOutput, type Output } from "./outputs.js";

/** Small ones that hold most of what the large ones do; `npm run test:corpus` takes all of them with every compiler. */
const quick = [
  "redocly-museum",
  "scalar-galaxy",
  "synthetic-names",
  "synthetic-lifecycle",
  "readme-parameters-style",
  "oai-tictactoe",
  "typespec-sse-3.2",
  "multi-redocly-cafe-split-cafe",
];

const corpus = readCorpus();

test.runIf(corpusRequired)("the corpus is there where it is required", () => {
  expect(corpus).toBeDefined();
});

describe.skipIf(corpus === undefined)("real descriptions", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const outputs: Output[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    for (const setting of settings) {
      for (const description of corpus?.filter(({ name }) => quick.includes(name)) ?? [])
        outputs.push(await writeOutput(folder.path, description, setting));
    }
  });
  afterAll(() => folder.remove());

  test("generate every output", () => {
    expect(outputs).toHaveLength(quick.length * settings.length);
    expect(outputs.filter((output) => output.mistakes.length > 0)).toEqual([]);
  });

  test("give code that compiles under the strict options, clients in a browser and servers in Node", async () => {
    const verdicts = await judge(folder.path, outputs, "7");
    expect([...verdicts.values()].flat()).toEqual([]);
  });
});
