/** What a person types to run this program, by where it is and what started it; and that advice says it. */
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { ownProgram } from "../../src/io-node-own.js";
import { memoryIo } from "../support/memory-io.js";

const installed = "/home/me/app/node_modules/openapi-sundial/dist/chunks/a.js";

test.each([
  ["/home/me/app", "npm/11.0.0 node/v22", installed, "npx openapi-sundial"],
  ["/home/me/app/packages/a", "npm/11.0.0 node/v22", installed, "npx openapi-sundial"],
  ["/home/me/app", undefined, installed, "npx openapi-sundial"],
  [
    "/home/me/app",
    "pnpm/10.1.0",
    "/home/me/app/node_modules/.pnpm/openapi-sundial@1.0.0/node_modules/openapi-sundial/dist/bin.js",
    "pnpm exec sundial",
  ],
  ["/home/me/app", "yarn/4.1.0", installed, "yarn sundial"],
  ["/home/me/app", "yarn/4.1.0", "/home/me/app/.yarn/cache/openapi-sundial-1.zip/node_modules/openapi-sundial/dist/bin.js", "yarn sundial"],
  ["/home/me/app", "bun/1.2.0", installed, "bunx openapi-sundial"],
  ["/home/me/app", "somebody/1", installed, "npx openapi-sundial"],
  // From a cache.
  ["/home/me/app", "npm/11.0.0", "/home/me/.npm/_npx/1/node_modules/openapi-sundial/dist/bin.js", "npx openapi-sundial"],
  ["/home/me/app", "pnpm/10.1.0", "/home/me/.cache/pnpm/dlx/1/node_modules/openapi-sundial/dist/bin.js", "pnpm dlx openapi-sundial"],
  // Installed for all, or run from its sources.
  ["/home/me/app", undefined, "/usr/lib/node_modules/openapi-sundial/dist/bin.js", "sundial"],
  ["/home/me/app", "npm/11.0.0", "/home/me/sundial/dist/bin.js", "sundial"],
])("in %s, started by %s from %s: %s", (cwd, agent, module, wanted) => {
  expect(ownProgram(cwd, agent, module)).toBe(wanted);
});

test("advice has the command that works", async () => {
  const unknown = memoryIo({}, { cwd: "/project", program: "pnpm exec sundial" });
  expect(await run(["init"], unknown)).toBe(2);
  expect(unknown.printed.stderr).toContain("Name it: `pnpm exec sundial init --input FILE`");
});

test("a command in a folder below the configuration says where that is", async () => {
  const files = { "/repo/.git/HEAD": "", "/repo/web/sundial.config.json": "{}", "/repo/web/src/keep": "", "/repo/api/keep": "" };
  const told = async (cwd: string, ...args: readonly string[]): Promise<string> => {
    const io = memoryIo(files, { cwd });
    await run(args, io);
    return io.printed.stderr + io.printed.stdout;
  };
  expect(await told("/repo/web/src", "check")).toContain(
    "There is ../sundial.config.json: run the command in that folder, or name it: --config",
  );
  expect(await told("/repo/web/src", "doctor")).toContain("--config ../sundial.config.json");
  expect(await told("/repo/api", "check")).toContain("Write one, name one with --config, or give --input and --output.");
});
