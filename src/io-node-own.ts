import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** What runs a package that is installed in the project, and one that is not, by what started the process. */
const runners: Readonly<Record<string, { readonly installed: string; readonly remote: string }>> = {
  npm: { installed: "npx openapi-sundial", remote: "npx openapi-sundial" },
  pnpm: { installed: "pnpm exec sundial", remote: "pnpm dlx openapi-sundial" },
  yarn: { installed: "yarn sundial", remote: "yarn dlx openapi-sundial" },
  bun: { installed: "bunx openapi-sundial", remote: "bunx openapi-sundial" },
};

/**
 * How a person in a folder runs this program. `module`: the path of a file of it, where links lead. `npx` runs packages, and the package with
 * the command's short name is somebody else's.
 */
export function ownProgram(cwd: string, agent: string | undefined, module = fileURLToPath(import.meta.url)): string {
  const path = module.split(sep);
  const packages = path.indexOf("node_modules");
  const isPacked = path.some((name) => name === "__virtual__" || name.endsWith(".zip"));
  if (!isPacked && !path.some((name, index) => name === "openapi-sundial" && path[index - 1] === "node_modules")) return "sundial";
  const runner = runners[agent?.split("/", 1)[0] ?? ""];
  const root = path.slice(0, packages).join(sep);
  for (let at = cwd; ; at = dirname(at)) {
    if (isPacked || at === root) return (runner ?? runners["npm"])?.installed ?? "sundial";
    if (dirname(at) === at) return runner?.remote ?? "sundial";
  }
}
