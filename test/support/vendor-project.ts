import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../src/cli/run.js";
import type { Io } from "../../src/io.js";
import { nodeIo } from "../../src/io-node.js";
import { readTree } from "./cli.js";
import { startVendor, type Vendor } from "./vendor.js";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a configuration, and a vendor that serves over HTTP. */
export interface VendorProject {
  readonly vendor: Vendor;
  readonly folder: string;
  readonly sundial: (args: readonly string[], change?: Partial<Io>) => Promise<Ran>;
  /** Writes `sundial.config.json`. */
  readonly configure: (config: object) => Promise<void>;
  readonly tree: () => Promise<Readonly<Record<string, string>>>;
  readonly close: () => Promise<void>;
}

/** An `Io` that reaches no network. */
export const offline: Partial<Io> = {
  env: {},
  fetch: (url) => Promise.reject(new Error(`there is no network, and ${url} was asked for`)),
};

export async function startVendorProject(env: Io["env"] = {}): Promise<VendorProject> {
  const vendor = await startVendor();
  const folder = await mkdtemp(join(tmpdir(), "sundial-vendor-"));
  return {
    vendor,
    folder,
    async sundial(args, change = {}) {
      const printed = { stdout: "", stderr: "" };
      const sink = (name: "stdout" | "stderr") => ({ write: (text: string) => void (printed[name] += text), isTTY: false, columns: 100 });
      const io: Io = { ...nodeIo(), cwd: folder, env, stdout: sink("stdout"), stderr: sink("stderr"), ...change };
      return { code: await run(args, io), ...printed };
    },
    configure: (config) => writeFile(join(folder, "sundial.config.json"), JSON.stringify(config)),
    tree: () => readTree(folder),
    async close() {
      await vendor.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
