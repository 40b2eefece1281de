/** A failure for people: what fails, the smallest input that does, and how to run it again. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Failure } from "./campaign.js";

/** More than this is in the files alone. */
const longestShown = 3000;

/** Writes the smallest input and its settings into a folder of their own, and returns what there is to print. */
export async function writeFailure(root: string, { fault, found, smallest }: Failure): Promise<string> {
  const folder = join(root, `${String(found.seed)}-${String(found.index)}-${fault.kind}`);
  for (const { path, bytes } of smallest.files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const { seed, index, source, mutations } = found;
  const again = `npm run test:fuzz -- --seed ${String(seed)} --only ${String(index)}`;
  await writeFile(
    join(folder, "case.json"),
    `${JSON.stringify({ again, fault, source, mutations, settings: smallest.settings }, null, 2)}\n`,
  );
  const shown = smallest.files.map(({ path, bytes }) => `--- ${path}\n${Buffer.from(bytes).toString("utf8").slice(0, longestShown)}`);
  return [
    `\n${fault.kind}: ${fault.detail}`,
    `${source}, changed: ${mutations.join(", ")}`,
    `settings: ${JSON.stringify(smallest.settings)}`,
    ...shown,
    `again: ${again}`,
    `files: ${folder}`,
  ].join("\n");
}
