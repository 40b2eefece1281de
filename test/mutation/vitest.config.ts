import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take seconds and whose subject is another: bodies of answers, slow handlers, work in proportion to a size. */
const left = ["mocked-fetch", "gate-burst", "limit-slow-handlers"];

/** What draws at random, or waits in real time: last, as a change that another test notices need not be looked at any more. */
const slow = /random|fuzz|policy-states|real-headers|retry-|client-|registry|gate-headers/;

/** Those of the files that are changed: first. */
const own = (process.env["SUNDIAL_MUTATED"] ?? "").split(" ").map((name) => `/${name}.test.ts`);

class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      own.some((name) => moduleId.endsWith(name)) ? 0 : slow.test(moduleId) ? 3 : moduleId.includes("/policies/") ? 1 : 2;
    return Promise.resolve([...files].sort((one, other) => rank(one) - rank(other) || (one.moduleId < other.moduleId ? -1 : 1)));
  }
}

/** The tests of the gate alone, on its modules as they stand: no other project, nothing to embed or to compile first. */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    include: ["test/unit/runtime/client/limits/**/*.test.ts"],
    exclude: left.map((name) => `test/unit/runtime/client/limits/${name}.test.ts`),
    sequence: { sequencer: QuickFirst },
    // Where a change makes a test wait for ever, it need not wait long.
    testTimeout: 8_000,
    hookTimeout: 8_000,
    expect: { poll: { timeout: 3_000 } },
  },
});
