// Builds dist/: templates embedded, code bundled, declarations by tsc, which leaves the checking to `npm run typecheck`.
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
await bundle(`${root}dist`);
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`, "--noCheck"], {
  stdio: "inherit",
});
// tsc writes no copy of a declaration file.
copyFileSync(`${root}src/index.d.cts`, `${root}dist/index.d.cts`);
