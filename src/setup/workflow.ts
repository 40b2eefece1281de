import type { PackageManager } from "../project/project-setup.js";

/** Where the workflow goes, relative to the repository. */
export const workflowFile = ".github/workflows/generated-code.yml";

const installs: Readonly<Record<PackageManager, string>> = {
  npm: "npm ci",
  pnpm: "pnpm install --frozen-lockfile",
  yarn: "yarn install --immutable",
  bun: "bun install --frozen-lockfile",
};

/**
 * A workflow of GitHub that checks that the generated code is current. `folder`: where the package is, relative to the repository; "" for the
 * repository itself. `isVersioned`: whether the package.json there names the version of its package manager. Undefined where the folder has a name that means something else in a workflow.
 */
export function printWorkflow(manager: PackageManager, check: string, folder: string, isVersioned: boolean): string | undefined {
  if (!/^[\p{L}\p{N}_./@+-]*$/u.test(folder)) return undefined;
  const setup: Readonly<Record<PackageManager, readonly string[]>> = {
    npm: node,
    pnpm: ["      - uses: pnpm/action-setup@v4", ...(isVersioned ? [] : ["        with:", "          version: 10"]), ...node],
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
    ...setup[manager],
    `      - run: ${installs[manager]}`,
    `      - run: ${check}`,
  ];
  return `${lines.join("\n")}\n`;
}

const node: readonly string[] = ["      - uses: actions/setup-node@v4", "        with:", "          node-version: 22"];
