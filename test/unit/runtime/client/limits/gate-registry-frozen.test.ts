/** Where the global object takes no more members, as in hardened environments. */
import { build } from "esbuild";
import { expect, it } from "vitest";
import { projectFolder, runProcess } from "../../../../support/cli.js";

it("calls share a gate where the global object takes no more members", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { gateFor } from "./templates/runtime/client/limits/gate-registry.js";
import { realClock } from "./templates/runtime/client/limits/clock.js";
Object.preventExtensions(globalThis);
const settings = { clock: realClock, random: Math.random };
const gates = [gateFor("https://a.test", "key", settings), gateFor("https://a.test", "key", settings), gateFor("https://a.test", "other", settings)];
console.log(new Set(gates).size);`,
      resolveDir: projectFolder,
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const { stdout, stderr } = await runProcess(process.execPath, ["--input-type=module", "-e", outputFiles[0]?.text ?? ""], {
    cwd: projectFolder,
  });
  expect(stdout + stderr).toBe("2\n");
});
