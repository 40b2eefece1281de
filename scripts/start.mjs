// `npm start`: makes the Petstore code of spec/petstore.yaml and says whether it was current, starts the service on it, takes
// the tour. `npm start -- --serve` leaves the service running.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundle } from "./bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs Node on a program and waits; ends this one when it fails in a way that is not expected. */
function run(program, args, expected = [0]) {
  const { status, signal } = spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: "inherit" });
  if (!expected.includes(status)) process.exit(status ?? (signal === "SIGINT" ? 130 : 1));
  return status;
}

function title(text) {
  console.log(`\n--- ${text}`);
}

await bundle(join(root, "dist"));
title("Is generated/petstore what spec/petstore.yaml says?");
// 1 says that it is not, and generating mends that.
run("dist/bin.js", ["check", "--full"], [0, 1]);
title("Generate it");
run("dist/bin.js", ["generate"]);

title("The service, and a tour by the generated client");
const program = "node_modules/.cache/sundial/petstore.mjs";
await build({
  absWorkingDir: root,
  entryPoints: ["examples/petstore/main.ts"],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
});
run(program, process.argv.slice(2), [0, 130]);
