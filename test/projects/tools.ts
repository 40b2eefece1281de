/** Programs from the registry that projects run on: other versions of Node, Deno, Bun, package managers. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./commands.js";
import type { ToolName } from "./project.js";
import { versionOf } from "./versions.js";

const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const packages: Readonly<Record<ToolName, { readonly name: string; readonly range: string }>> = {
  "node-22": { name: `node-${platform}`, range: "22" },
  "node-24": { name: `node-${platform}`, range: "24" },
  deno: { name: "deno", range: "2" },
  bun: { name: "bun", range: "1" },
  pnpm: { name: "pnpm", range: "12" },
  yarn: { name: "@yarnpkg/cli-dist", range: "4" },
};

export interface Tools {
  /** The folder with the program, installed when it is asked for the first time. */
  folder(name: ToolName): Promise<string>;
}

export function toolsIn(root: string, environment: Readonly<Record<string, string>>, pin: boolean): Tools {
  const installed = new Map<ToolName, Promise<string>>();
  const install = async (tool: ToolName): Promise<string> => {
    const folder = join(root, tool);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), '{ "private": true }');
    await run(["npm", "install", `${packages[tool].name}@${await toolVersion(tool, pin)}`], { folder, environment });
    return join(folder, "node_modules/.bin");
  };
  return {
    folder(name) {
      const known = installed.get(name) ?? install(name);
      installed.set(name, known);
      return known;
    },
  };
}

export function toolVersion(tool: ToolName, pin: boolean): Promise<string> {
  const { name, range } = packages[tool];
  return versionOf(`${name}@${range}`, pin);
}
