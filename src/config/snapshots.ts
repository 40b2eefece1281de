import { isBelow } from "../source/uri.js";
import type { RemoteInput } from "../source/remote-input.js";
import type { ConfigReader } from "./config-reader.js";

/** What is looked at of an API. Paths are absolute. */
interface ApiSnapshot {
  readonly label: string;
  readonly output: string;
  readonly remote: RemoteInput | undefined;
}

/** Reports snapshots that are in the way of other files: of another API's snapshot, and of generated files. Two APIs may share one that is fetched in the same way. */
export function reportSnapshots(reader: ConfigReader, apis: readonly ApiSnapshot[]): void {
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
