import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeIo } from "../../../src/io-node.js";
import { realPlace } from "../../../src/source/real-place.js";
import { temporaryFolder } from "../../support/compile.js";

test("what does not exist is where it would be, links resolved", async () => {
  const folder = await temporaryFolder();
  try {
    const root = await realPlace(nodeIo(), folder.path);
    await mkdir(join(root, "real/inner"), { recursive: true });
    await symlink(join(root, "real"), join(root, "link"));
    await symlink(join(root, "nowhere"), join(root, "broken"));
    for (const [path, real] of [
      ["link/inner", "real/inner"],
      ["link/inner/new/file.yaml", "real/inner/new/file.yaml"],
      ["link/new", "real/new"],
      ["broken/new", "broken/new"],
      ["new", "new"],
    ] as const)
      expect([path, await realPlace(nodeIo(), join(root, path))]).toEqual([path, join(root, real)]);
  } finally {
    await folder.remove();
  }
});

test("thousands of folders that do not exist take as many looks as a few", async () => {
  const looks = async (count: number): Promise<number> => {
    let asked = 0;
    const realPath = (path: string): Promise<string | undefined> => {
      asked += 1;
      return Promise.resolve(path === "/" || path === "/a" ? path : undefined);
    };
    const path = `/a/${"x/".repeat(count)}file.json`;
    expect(await realPlace({ realPath }, path)).toBe(path);
    return asked;
  };
  expect(await looks(10_000)).toBe(await looks(2));
});
