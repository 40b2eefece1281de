import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { joinedRuntime } from "./test/support/joined-runtime.js";
import { nativeSources } from "./test/support/native-sources.js";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest goes first, so that no worker is left alone with it in the end; the rest as vitest orders it. */
const longest = [
  "corpus/selection",
  "security/hostile",
  "corpus/other-version",
  "differential/differential",
  "security/growth",
  "unit/model/patterns/work",
  "types/client",
  "e2e/roundtrip",
  "services/",
  "types/",
  "corpus/",
  "e2e/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((part) => moduleId.includes(`/test/${part}`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/** Files that count steps: in a process with other files, code would be there before it is counted. */
const counting = readdirSync(join(import.meta.dirname, "test/unit"), { recursive: true, encoding: "utf8" })
  .map((name) => `test/unit/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".test.ts") && !name.startsWith("test/unit/runtime/"))
  .filter((name) => readFileSync(join(import.meta.dirname, name), "utf8").includes("support/count-steps.js"));

export default defineConfig({
  plugins: [nativeSources],
  test: {
    projects: [
      // What keeps no state between calls can stay in one process: half of the time of such a file is the loading of compilers.
      {
        extends: true,
        test: { name: "src", include: ["test/unit/**/*.test.ts"], exclude: ["test/unit/runtime/**", ...counting], isolate: false },
      },
      { extends: true, test: { name: "counted", include: counting } },
      {
        extends: true,
        test: {
          name: "all else",
          include: ["test/**/*.test.ts"],
          // Files of projects that are made from them have tests for other runners.
          exclude: [
            "test/projects/files/**",
            "test/projects/consumers/{client,service,workspace}/**",
            // It has packages of its own, and some of them have tests.
            "test/mutation/**",
            "test/unit/!(runtime)/**",
            "test/unit/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        plugins: [joinedRuntime],
        test: {
          name: "joined runtime",
          include: ["test/unit/runtime/**/*.test.ts"],
          server: { deps: { inline: [/\.sundial-runtime/] } },
        },
      },
    ],
    globalSetup: ["test/support/embed-templates.ts", "test/support/start-compilers.ts"],
    // Tests wait for other processes a lot.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // A machine with other work is slow at times: nothing here is a measurement.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
