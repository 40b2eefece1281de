import type { PackageManager } from "../project/project-setup.js";

/** Where the workflow goes, relative to the repository. */
export const workflowFile = ".github/workflows/generated-code.yml";

/** What installs what the lock file says, and fails where that is not what package.json says. Yarn 1 takes no notice of the flag of later ones. */
const installs: Readonly<Record<PackageManager | "yarn 1", string>> = {
  npm: "npm ci",
  pnpm: "pnpm install --frozen-lockfile",
  yarn: "yarn install --immutable",
  "yarn 1": "yarn install --frozen-lockfile",
  bun: "bun install --frozen-lockfile",
};

/** How a repository installs its packages. */
export interface Installing {
  readonly packageManager: PackageManager;
  /** Whether it is version 1 of Yarn. */
  readonly isClassicYarn: boolean;
  /** Whether the package.json of the repository names the version of its package manager. */
  readonly namesVersion: boolean;
  readonly isDeno: boolean;
  /** Whether the repository has others in it. */
  readonly hasSubmodules: boolean;
  /** The file of the repository that says which Node it is for, relative to it. */
  readonly nodeVersionFile: string | undefined;
}

/**
 * A workflow of GitHub that checks that the generated code is current. `folder`: where the package is, relative to the repository; "" for the
 * repository itself. Undefined where the folder has a name that means something else in a workflow.
 */
export function printWorkflow(
  { packageManager, isClassicYarn, namesVersion, isDeno, hasSubmodules, nodeVersionFile }: Installing,
  check: string,
  folder: string,
): string | undefined {
  if (!/^[\p{L}\p{N}_./@+-]*$/u.test(folder)) return undefined;
  const version = nodeVersionFile === undefined ? "node-version: 22" : `node-version-file: ${nodeVersionFile}`;
  const node = ["      - uses: actions/setup-node@v4", "        with:", `          ${version}`];
  const setup: Readonly<Record<PackageManager, readonly string[]>> = {
    npm: node,
    pnpm: ["      - uses: pnpm/action-setup@v4", ...(namesVersion ? [] : ["        with:", "          version: 10"]), ...node],
    yarn: ["      - run: corepack enable", ...node],
    bun: ["      - uses: oven-sh/setup-bun@v2", ...node],
  };
  const lines = [
    "name: Generated code",
    "on:",
    "  pull_request:",
    "  push:",
    "    branches: [main, master]",
    "permissions:",
    "  contents: read",
    "jobs:",
    "  check:",
    "    runs-on: ubuntu-latest",
    ...(folder === "" ? [] : ["    defaults:", "      run:", `        working-directory: ${JSON.stringify(folder)}`]),
    "    steps:",
    "      - uses: actions/checkout@v4",
    ...(hasSubmodules ? ["        with:", "          submodules: true"] : []),
    ...(isDeno
      ? ["      - uses: denoland/setup-deno@v2"]
      : [...setup[packageManager], `      - run: ${installs[isClassicYarn ? "yarn 1" : packageManager]}`]),
    `      - run: ${check}`,
  ];
  return `${lines.join("\n")}\n`;
}
