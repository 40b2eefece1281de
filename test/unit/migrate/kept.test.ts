/** What is not removed: there may be no way back to it, or something needs it. */
import { describe, expect, test } from "vitest";
import { migrate, project } from "../../support/migrated.js";

const module = 'import type { paths } from "./api/schema";\nexport type P = paths;\n';
const old = "src/api/schema.d.ts";

describe("an old file of types with something that nobody has committed stays, and is told", () => {
  const gitOf =
    (status: string, code = 0) =>
    ([, ...words]: readonly string[]) =>
      Promise.resolve({ code, stdout: words.includes("status") ? status : "\n", stderr: "" });

  test.each<readonly [string, string, number, string]>([
    ["changed", ` M ${old}\0`, 0, "it has changes that nobody has committed"],
    ["changed and staged", `MM ${old}\0`, 0, "it has changes that nobody has committed"],
    ["new", `?? ${old}\0`, 0, "it has changes that nobody has committed"],
    ["of an owner whom Git does not trust", "", 128, "Git does not say whether all of it is committed"],
  ])("%s", async (_, status, code, why) => {
    const io = project({ "src/main.ts": module }, { runs: gitOf(status, code) });
    expect(await migrate(io, "--write")).toBe(0);
    expect(io.files.has(`/project/${old}`)).toBe(true);
    expect(io.printed.stdout).toContain(
      `  ${old}\n    The old file of types stays: ${why}.\n    fix: keep what you wrote elsewhere, and remove it\n`,
    );
    expect(io.printed.stderr).not.toContain(old);
    expect(io.text("src/main.ts")).toContain("./api/petstore/types");
  });

  test("one that is committed goes, as does one where there is no Git to ask", async () => {
    for (const options of [{ runs: gitOf(" M src/main.ts\0") }, {}]) {
      const io = project({ "src/main.ts": module }, options);
      expect(await migrate(io, "--write")).toBe(0);
      expect(io.files.has(`/project/${old}`)).toBe(false);
    }
  });
});
