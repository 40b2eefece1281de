/** Makes a change, has it judged, and does what the verdict advises. */
import { relative } from "node:path";
import type { Attempt } from "../commands.js";
import { demand, exitCodes, type Change, type Circumstances } from "./change.js";
import type { Subject } from "./subject.js";

/** Throws where the verdict is another, does not say what it must, or where its advice does not work. The repository is as before then. */
export async function tryChange(change: Change, subject: Subject): Promise<void> {
  const { repository } = subject;
  const before = (await repository.git("rev-parse", "HEAD")).trim();
  let around: Circumstances | undefined;
  try {
    around = await change.make(subject);
    const found = await check(subject, around);
    demand(
      found.end === exitCodes[change.verdict],
      `check ends with ${String(found.end)}, and not ${String(exitCodes[change.verdict])}\n${found.printed}`,
    );
    for (const each of change.says) demand(found.printed.includes(each), `check does not say "${each}"\n${found.printed}`);
    await change.between?.(subject);
    if (change.then !== "nothing") await takeAdvice(found, subject, around);
  } finally {
    await around?.end?.();
    await repository.reset(before);
  }
}

function check(
  { repository, check: command, home }: Subject,
  around: Circumstances | undefined,
  ...flags: readonly string[]
): Promise<Attempt> {
  const separator = command[0] === "npm" && flags.length > 0 ? ["--"] : [];
  return repository.attempt([...command, ...separator, ...flags], { home, environment: around?.environment ?? {} });
}

/** Runs each command that was printed, as somebody who copies it; the check is green then, and no file of the user's is another. */
async function takeAdvice(found: Attempt, subject: Subject, around: Circumstances | undefined): Promise<void> {
  const { repository, home } = subject;
  const commands = advice(found.printed);
  demand(commands.length > 0, `check prints no command\n${found.printed}`);
  const own = await ownFiles(subject);
  for (const command of new Set(commands)) {
    const { end, printed } = await repository.attempt(["sh", "-c", command], { home, environment: around?.environment ?? {} });
    demand(end === 0, `what check advises, \`${command}\`, ends with ${String(end)}\n${printed}`);
  }
  demand(own === (await ownFiles(subject)), "what check advises changes files of the user's");
  const after = await check(subject, around, "--frozen");
  demand(after.end === 0, `after \`${commands.join("; ")}\`, \`check --frozen\` ends with ${String(after.end)}\n${after.printed}`);
}

/** The commands that a check prints, in their order. */
export function advice(printed: string): readonly string[] {
  return Array.from(printed.matchAll(/^ {2}(?:fix|nothing has to be done; to have it so): (.+)$/gm), ([, command = ""]) => command);
}

/** All files that git would take but those of the output, as one text. */
async function ownFiles({ repository, output, home }: Subject): Promise<string> {
  const listed = await repository.git(
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    "--",
    ".",
    `:!${output}`,
    `:!${relative(".", home)}/src`,
  );
  const paths = [...new Set(listed.trim().split("\n"))].sort();
  const texts = await Promise.all(paths.map(async (path) => `${path}\n${await repository.read(path).catch(() => "")}`));
  return texts.join("\0");
}
