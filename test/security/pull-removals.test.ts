/** The lock of a snapshot is somebody's text: what it lists is never removed through a link. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeIo } from "../../src/io-node.js";
import { run } from "../../src/cli/run.js";
import { temporaryFolder } from "../support/compile.js";

const served = JSON.stringify({ openapi: "3.1.0", info: { title: "Vendor", version: "1" }, paths: {} });
const server = createServer((_, response) => response.end(served));
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/vendor.json`;
});
afterAll(() => server.close());

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const sink = { isTTY: false, columns: 80, write: (): void => undefined };
const kept = '{ "mine": true }\n';

/** Files by what a lock or a journal calls them, and where they are. */
const places: readonly (readonly [listed: string, file: string])[] = [
  ["link/secret.json", "outside/secret.json"],
  ["vendor.yaml.files/secret.json", "outside/secret.json"],
  ["inside/secret.json", "project/spec/other/secret.json"],
];

test.each(places.flatMap(([listed, file]) => [["lock", listed, file] as const, ["journal", listed, file] as const]))(
  "what a %s calls %s is not removed: %s",
  async (by, listed, file) => {
    const folder = await temporaryFolder();
    try {
      const at = (path: string): string => join(folder.path, path);
      const write = async (path: string, text: string): Promise<void> => {
        await mkdir(dirname(at(path)), { recursive: true });
        await writeFile(at(path), text);
      };
      await write(file, kept);
      await write("project/package.json", "{}");
      const config = { input: { url, snapshot: "spec/vendor.yaml" }, output: "out", emit: ["types"] };
      await write("project/sundial.config.json", JSON.stringify(config));
      await write("project/spec/vendor.yaml", served);
      await mkdir(at("outside"), { recursive: true });
      await mkdir(at("project/spec/other"), { recursive: true });
      await symlink(at("outside"), at("project/spec/link"));
      await symlink(at("project/spec/other"), at("project/spec/inside"));
      if (listed.startsWith("vendor.yaml.files/")) await symlink(at("outside"), at("project/spec/vendor.yaml.files"));
      const own = { "vendor.yaml": { url, sha256: sha256(served) } };
      const other = { [listed]: { url: `${url}?other`, sha256: sha256(kept) } };
      const lock = { lock: "sundial-snapshot-1", url, files: by === "lock" ? { ...own, ...other } : own };
      await write("project/spec/vendor.yaml.lock.json", JSON.stringify(lock));
      const journal = { [listed]: [sha256(kept)] };
      if (by === "journal") await write("project/spec/.sundial-journal-vendor.yaml.json", JSON.stringify(journal));
      for (const flags of [[], ["--force"]]) {
        await run(["pull", ...flags], { ...nodeIo(), cwd: at("project"), stdout: sink, stderr: sink });
        expect(await readFile(at(file), "utf8")).toBe(kept);
      }
    } finally {
      await folder.remove();
    }
  },
);
