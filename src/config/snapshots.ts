import { basename } from "node:path";
import { filesFolderOf } from "../output/pinned-layout.js";
import { isBelow } from "../source/uri.js";
import type { RemoteInput } from "../source/remote-input.js";
import type { ConfigReader } from "./config-reader.js";

/** What is looked at of an API. Paths are absolute. */
interface ApiSnapshot {
  readonly label: string;
  readonly output: string;
  readonly handlers: string | undefined;
  readonly remote: RemoteInput | undefined;
}

/**
 * Reports snapshots that are in the way of other files: of another API's snapshot, and of generated files. Two APIs may share one that is fetched in the same way.
 * `runtime`: the folder that APIs share theirs in, if they do.
 */
export function reportSnapshots(reader: ConfigReader, apis: readonly ApiSnapshot[], runtime: string | undefined): void {
  const written = [runtime, ...apis.flatMap(({ output, handlers }) => [output, handlers])].filter((folder) => folder !== undefined);
  for (const [index, { label, remote }] of apis.entries()) {
    const snapshot = remote?.snapshot;
    if (remote === undefined || snapshot === undefined) continue;
    const place = apis.length === 1 ? ["input", "snapshot"] : ["apis", label, "input", "snapshot"];
    const around = apis.find(({ output }) => isBelow(output, snapshot));
    if (around !== undefined)
      reader.report(
        "config-invalid-value",
        place,
        `is inside the output folder ${around.label === label ? "" : `of ${around.label} `}`.trimEnd(),
        "Keep it where descriptions are kept, such as spec/vendor.yaml.",
      );
    const files = filesFolderOf(snapshot);
    if (written.some((folder) => isBelow(files, folder)))
      reader.report(
        "config-invalid-value",
        place,
        "has its files in a folder that generated code is written to",
        `${basename(files)} beside it is for what \`sundial pull\` writes alone.`,
      );
    const other = apis.slice(0, index).find((each) => each.remote?.snapshot === snapshot);
    if (other?.remote !== undefined && wayOf(other.remote) !== wayOf(remote))
      reader.report(
        "config-invalid-value",
        place,
        `is also the snapshot of ${other.label}, which has another URL or other headers`,
        "Give each URL a snapshot of its own.",
      );
  }
}

/** How it is fetched, as a text: two that are alike are one snapshot. */
function wayOf({ url, headers }: RemoteInput): string {
  return JSON.stringify([url, headers.map(({ name, value }) => [name.toLowerCase(), value])]);
}
