/** Repositories as users have them, and the tools that they are tried with. */
import type { Command } from "../project.js";

export type ConsumerName = "client" | "service" | "workspace";
export type PackageManager = "npm" | "pnpm";
export type FormatterName = "prettier" | "biome";
/** The major version of the TypeScript that compiles; 5 is 5.9. */
export type Compiler = 5 | 6 | 7;

/** A repository with one choice of each tool. */
export interface Cell {
  readonly consumer: ConsumerName;
  readonly manager: PackageManager;
  readonly formatter: FormatterName;
  readonly compiler: Compiler;
}

export function titleOf({ consumer, manager, formatter, compiler }: Cell): string {
  return [
    consumer,
    manager,
    { prettier: "Prettier", biome: "Biome" }[formatter],
    `TypeScript ${{ 5: "5.9", 6: "6", 7: "7" }[compiler]}`,
  ].join(", ");
}

/** Every repository meets each compiler, each package manager and each formatter; and every two of these three meet. */
export const cells: readonly Cell[] = [
  { consumer: "client", manager: "npm", formatter: "prettier", compiler: 5 },
  { consumer: "client", manager: "pnpm", formatter: "biome", compiler: 6 },
  { consumer: "client", manager: "npm", formatter: "biome", compiler: 7 },
  { consumer: "service", manager: "pnpm", formatter: "biome", compiler: 5 },
  { consumer: "service", manager: "npm", formatter: "prettier", compiler: 6 },
  { consumer: "service", manager: "pnpm", formatter: "prettier", compiler: 7 },
  { consumer: "workspace", manager: "npm", formatter: "biome", compiler: 5 },
  { consumer: "workspace", manager: "pnpm", formatter: "prettier", compiler: 6 },
  { consumer: "workspace", manager: "npm", formatter: "prettier", compiler: 7 },
];

/** Where each repository has its description and its generated code; relative to its root. */
export interface Layout {
  /** Where the configuration is, and the command is run. */
  readonly home: string;
  readonly description: string;
  /** The output of that description. */
  readonly output: string;
  /** All folders of generated files, for `git status` and hooks. */
  readonly generated: readonly string[];
}

export const layouts: Readonly<Record<ConsumerName, Layout>> = {
  client: { home: ".", description: "openapi.yaml", output: "src/bookshop", generated: ["src/bookshop"] },
  service: { home: ".", description: "openapi.yaml", output: "src/api", generated: ["src/api"] },
  workspace: {
    home: "packages/apis",
    description: "packages/apis/bookshop.yaml",
    output: "packages/apis/src/bookshop",
    generated: ["packages/apis/src/bookshop", "packages/apis/src/invoices", "packages/apis/src/sundial"],
  },
};

/** `npm run` of either package manager; `home`: the folder of the package, where that is not the root. */
export function script(manager: PackageManager, name: string, home = "."): Command {
  if (home === ".") return [manager, "run", name];
  return manager === "npm" ? ["npm", "run", name, "--workspace", home] : ["pnpm", "--dir", home, "run", name];
}
