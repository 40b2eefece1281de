/** The gate on the platforms that a checkout has. On others, and other versions of Node: `npm run test:platforms`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import * as chromium from "../support/chromium.js";
import { temporaryFolder } from "../support/compile.js";
import * as workerd from "../support/workerd.js";
import { startPage, startProcess, startWorker, workerRules, type RunningPlatform } from "./platforms.js";
import { allFine, runSuite, writePrograms } from "./suite.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writePrograms(folder.path);
});
afterAll(() => folder.remove());

async function tryOn(platform: RunningPlatform): Promise<void> {
  let said = "";
  try {
    expect(await runSuite(platform.ask)).toEqual(allFine);
  } finally {
    said = await platform.stop();
  }
  expect(said).toBe("");
}

test("keeps each kind of limit on Node", async () => {
  await tryOn(await startProcess(folder.path, "node", [process.execPath]));
});

test.each(workerRules)(
  `keeps each kind of limit in a Worker of the rules of $compatibilityDate${workerd.missing}`,
  { skip: workerd.missing !== "" },
  async (rules) => {
    await tryOn(await startWorker(folder.path, rules));
  },
);

test(`keeps each kind of limit in a page${chromium.missing}`, { skip: chromium.missing !== "" }, async () => {
  await tryOn(await startPage(folder.path));
});
