/** What a repository does day by day: it generates, checks, lints, compiles, tests and commits, each by its own scripts. */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { demand } from "./change.js";
import { layouts, script, type Cell } from "./consumer.js";
import type { Repository } from "./repository.js";
import { bookshopEdits } from "./sundial-subject.js";

export interface Step {
  readonly title: string;
  readonly take: () => Promise<unknown>;
}

/** The steps of a repository that is installed, in their order; after the first, what is generated is committed. */
export function stepsOf(cell: Cell, repository: Repository): readonly Step[] {
  const runs = (name: string) => (): Promise<unknown> => repository.run(...script(cell.manager, name));
  return [
    {
      title: "generate",
      async take() {
        await repository.run(...script(cell.manager, "generate"));
        await repository.commit("Generate the code");
      },
    },
    { title: "check", take: runs("generate:check") },
    { title: "lint", take: runs("lint") },
    { title: "typecheck", take: runs("typecheck") },
    { title: "test", take: runs("test") },
    { title: "commit hook", take: () => tryHook(cell, repository) },
  ];
}

/** A commit that changes the description: a hook that generates adds the code to it, and one that checks refuses it until it is generated. */
async function tryHook(cell: Cell, repository: Repository): Promise<void> {
  const { description, output } = layouts[cell.consumer];
  const before = (await repository.git("rev-parse", "HEAD")).trim();
  try {
    if (cell.consumer === "service") {
      await chmod(join(repository.folder, "hooks/pre-commit"), 0o755);
      await repository.git("config", "core.hooksPath", "hooks");
    }
    await repository.edit(description, bookshopEdits.member);
    const commit = ["git", "commit", "--quiet", "--all", "--message", "Add a member"] as const;
    const first = await repository.attempt(commit);
    if (cell.consumer === "service") {
      const isRefused = first.end === 1 && first.printed.includes(`fix: ${cell.manager} run generate`);
      demand(isRefused, `the hook lets a commit pass that lacks generated code\n${first.printed}`);
      await repository.run(...script(cell.manager, "generate"));
      const second = await repository.attempt(commit);
      demand(second.end === 0, `the hook refuses what is current\n${second.printed}`);
    } else demand(first.end === 0, `the hook does not let a commit pass\n${first.printed}`);
    demand((await repository.git("show", "--stat=200", "HEAD")).includes(`${output}/types.ts`), "the commit has no generated code");
    demand((await repository.git("status", "--porcelain")) === "", "the commit leaves something behind");
    await repository.run(...script(cell.manager, "generate:check"));
  } finally {
    await repository.reset(before);
    if (cell.consumer === "service") await repository.git("config", "--unset", "core.hooksPath");
  }
}
