/** Makes a change, has it judged, and does what the verdict advises. */
import type { Attempt } from "../commands.js";
import type { Command } from "../project.js";
import { demand, exitCodes, type Change, type Circumstances } from "./change.js";
import type { Subject } from "./subject.js";

/** Makes a change, and returns what `use` does with it; the repository is as before then. */
export async function withChange<T>(
  change: Change,
  subject: Subject,
  use: (around: Circumstances, head: string) => Promise<T>,
): Promise<T> {
  const { repository } = subject;
  const before = (await repository.git("rev-parse", "main")).trim();
  let around: Circumstances | undefined;
  try {
    around = await change.make(subject);
    return await use(around ?? {}, (await repository.git("rev-parse", "HEAD")).trim());
  } finally {
    await around?.end?.();
    await repository.reset(before);
  }
}

/** Throws where the verdict is another, does not say what it must, or where its advice does not work. */
export async function tryChange(change: Change, subject: Subject): Promise<void> {
  await withChange(change, subject, async (around) => {
    const own = await stateOf(subject);
    const found = await check(subject, around);
    const wanted = exitCodes[change.verdict];
    demand(found.end === wanted, `check ends with ${String(found.end)}, and not ${String(wanted)}\n${found.printed}`);
    for (const each of change.says) demand(found.printed.includes(each), `check does not say "${each}"\n${found.printed}`);
    demand(own === (await stateOf(subject)), "check has written something");
    await change.between?.(subject);
    if (change.then === "advice") await takeAdvice(found, subject, around);
  });
}

/** Runs the command of a repository that says whether its code is current. */
export function check({ repository, check: command }: Subject, around: Circumstances, ...flags: readonly string[]): Promise<Attempt> {
  const separator = command[0] === "npm" && flags.length > 0 ? ["--"] : [];
  const [program, ...args] = [...(around.by ?? []), ...command, ...separator, ...flags];
  const whole: Command = [program ?? "", ...args];
  return repository.attempt(whole, { ...(around.home === undefined ? {} : { home: around.home }), environment: around.environment ?? {} });
}

/**
 * Runs each command that was printed, as somebody who copies it; the check is green then, and no file of the user's is another. Where nothing
 * has to be done, the advice is that of `--frozen`.
 */
async function takeAdvice(found: Attempt, subject: Subject, around: Circumstances): Promise<void> {
  const { repository } = subject;
  const printed = advice(found.printed);
  const commands = printed.length > 0 ? printed : advice((await check(subject, around, "--frozen")).printed);
  demand(commands.length > 0, `no command is printed\n${found.printed}`);
  const own = await stateOf(subject, `:!${subject.output}`);
  for (const command of new Set(commands)) {
    const { end, printed: said } = await repository.attempt(["sh", "-c", command], { home: subject.home });
    demand(end === 0, `what check advises, \`${command}\`, ends with ${String(end)}\n${said}`);
  }
  demand(own === (await stateOf(subject, `:!${subject.output}`)), "what check advises changes files of the user's");
  const after = await check(subject, around, "--frozen");
  demand(after.end === 0, `after \`${commands.join("; ")}\`, \`check --frozen\` ends with ${String(after.end)}\n${after.printed}`);
}

/** The commands that a check prints, in their order. */
export function advice(printed: string): readonly string[] {
  return Array.from(printed.matchAll(/^ {2}(?:fix|nothing has to be done; to have it so): (.+)$/gm), ([, command = ""]) => command);
}

/** What git sees of the files, those that are not committed with their hashes. */
async function stateOf({ repository }: Subject, ...except: readonly string[]): Promise<string> {
  const diff = await repository.git("diff", "HEAD", "--", ".", ...except);
  const others = await repository.git("ls-files", "--others", "--exclude-standard", "--", ".", ...except);
  return `${diff}\n${others}`;
}
