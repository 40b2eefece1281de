import { relative } from "node:path";
import type { ApiTarget } from "../../config/config.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { redact } from "../../diagnostic/redact.js";
import type { Io } from "../../io.js";
import { checkOutput, type Drift } from "../../output/check-output.js";
import { manifestName } from "../../output/manifest.js";
import { unreadableOutput } from "../../output/path-containment.js";
import { installCommand } from "../../project/generate-script.js";
import type { Finding } from "../../setup/findings.js";
import { hasNodeTypes, withoutStop } from "../../setup/inspect-settings.js";
import { isUrl } from "../../setup/propose.js";
import { posixPath } from "../../setup/read-settings.js";
import type { Repository } from "../../setup/repository.js";
import { createTargetGenerator } from "../generate-target.js";
import { progressOn } from "../progress.js";
import { currentOutput } from "../reuse-previous-run.js";
import { resolveForCheck, type ResolvedTarget } from "../resolve-target.js";
import { checkRuntime, runtimeOf } from "../runtime-target.js";
import { suggestedCommand } from "../suggested-command.js";

/** Nothing is asked of the network: a description that needs it is not looked at. */
function offline(io: Io): Io {
  return { ...io, fetch: () => Promise.reject(Object.assign(new Error("doctor asks nothing of the network"), { code: "ENETDOWN" })) };
}

/** What there is to say of each API by itself, and of what all of them share. */
export async function inspectOutputs(
  targets: readonly ApiTarget[],
  repository: Repository,
  io: Io,
  config: string | undefined,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  const resolved: ResolvedTarget[] = [];
  for (const target of targets) {
    if (target.noOutput !== undefined) {
      found.push({ topic: target.label, check: "output", state: "ok", message: "it has no output, and is there for `lint` alone" });
      continue;
    }
    const each = await resolveForCheck(target, offline(io));
    resolved.push(each);
    for (const finding of await inspectOutput(each, io, config)) found.push(finding);
    for (const finding of await inspectImports(each, io, config)) found.push(finding);
    for (const finding of await inspectPeers(target, repository, io)) found.push(finding);
  }
  for (const finding of await inspectRuntime(resolved, io, config)) found.push(finding);
  return found;
}

async function inspectOutput(resolved: ResolvedTarget, io: Io, config: string | undefined): Promise<readonly Finding[]> {
  const { target } = resolved;
  const topic = target.label;
  const description: Omit<Finding, "state" | "message"> = { topic, check: "description" };
  if (isUrl(target.input)) {
    const message = `${redact(target.input)} is on the network, and was not looked at: \`sundial check\` says whether the output is current`;
    return [{ ...description, state: "ok", message }];
  }
  const shown = posixPath(relative(io.cwd, target.output)) || ".";
  const input = posixPath(relative(io.cwd, target.input));
  const obstacle = await unreadableOutput(io, target.output);
  if (obstacle !== undefined) return [{ topic, check: "output", state: "problem", ...textOf(obstacle) }];
  const readable: Finding = { ...description, state: "ok", message: `${input} can be read` };
  const current: Finding = { topic, check: "output", state: "ok", message: `${shown} is current` };
  const disk = offline(io);
  if ((await currentOutput(resolved, disk)) !== undefined) return [readable, current];
  const progress = progressOn(io);
  const { value, diagnostics } = await createTargetGenerator(disk, progress).generate(resolved);
  progress.done();
  if (value === undefined) return [unreadable(description, input, diagnostics)];
  const { drift } = await checkOutput(disk, target.output, value.output);
  return [readable, drift.length === 0 ? current : { topic, check: "output", ...stale(resolved, shown, drift, io, config) }];
}

function unreadable(about: Omit<Finding, "state" | "message">, input: string, diagnostics: readonly Diagnostic[]): Finding {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (errors.length > 0 && errors.every(({ code }) => code === "fetch-failed" || code === "server-unreachable"))
    return { ...about, state: "ok", message: `${input} refers to what is on the network, and was not looked at` };
  const more = errors.length > 1 ? `, and ${String(errors.length - 1)} more` : "";
  const message = first === undefined ? `nothing can be generated from ${input}` : `${withoutStop(first.message)}${more}`;
  return { ...about, state: "problem", message, fix: first?.hint ?? "`sundial lint` shows all of it" };
}

function stale(
  resolved: ResolvedTarget,
  shown: string,
  drift: readonly Drift[],
  io: Io,
  config: string | undefined,
): Pick<Finding, "state" | "message" | "fix"> {
  const isNew = drift.some(({ kind, path }) => kind === "missing" && path === manifestName);
  const count = `${String(drift.length)} ${drift.length === 1 ? "file" : "files"}`;
  const message = isNew ? `${shown} is not generated yet` : `${shown} is not current: ${count} missing, changed or left over`;
  return { state: "problem", message, fix: suggestedCommand(resolved, drift, io, config) };
}

function textOf({ message, hint }: Diagnostic): Pick<Finding, "message" | "fix"> {
  return { message: withoutStop(message), fix: hint };
}

/** Whether files import one another as the tsconfig.json around them needs it now. */
async function inspectImports(resolved: ResolvedTarget, io: Io, config: string | undefined): Promise<readonly Finding[]> {
  const { decideImportExtension, importExtensionProblems } = await import("../../project/inspect-project.js");
  const { target, recorded } = resolved;
  const about = { topic: target.label, check: "imports" } as const;
  if (target.importExtension !== "auto")
    return (await importExtensionProblems(io, target.output, target.importExtension)).map((each) => ({
      ...about,
      state: "warning",
      ...textOf(each),
    }));
  if (recorded?.importExtension === undefined) return [];
  const { extension, reason, isGuess } = await decideImportExtension(io, target.output, recorded.importExtension);
  const ending = (word: string): string => (word === "none" ? "have no extension" : `end in .${word}`);
  if (extension === recorded.importExtension || isGuess)
    return [{ ...about, state: "ok", message: `imports ${ending(recorded.importExtension)}, as the project needs it` }];
  const message = `imports ${ending(recorded.importExtension)}, and now should ${ending(extension)}, because ${reason}`;
  return [{ ...about, state: "problem", message, fix: suggestedCommand(resolved, [], io, config) }];
}

/** What files of an output import, or name types of, that the project has to bring. */
async function inspectPeers({ label, emit, output, runtime }: ApiTarget, repository: Repository, io: Io): Promise<readonly Finding[]> {
  const about = { topic: label, check: "peers" } as const;
  const found: Finding[] = [];
  if (emit.includes("paths")) {
    const { openapiFetchProblems } = await import("../../project/inspect-project.js");
    const problems = await openapiFetchProblems(io, runtime?.folder ?? output);
    const fix = installCommand(repository.packageManager, ["openapi-fetch@latest"], "runtime");
    for (const { message } of problems) found.push({ ...about, state: "problem", message: withoutStop(message), fix });
    if (problems.length === 0) found.push({ ...about, state: "ok", message: "openapi-fetch is there for calls by path" });
  }
  if ((emit.includes("server") || emit.includes("mock")) && !(await hasNodeTypes(io, output))) {
    const fix = installCommand(repository.packageManager, ["@types/node"], "development");
    found.push({
      ...about,
      state: "warning",
      message: "@types/node is not installed, and types of the server name those of node:http",
      fix,
    });
  }
  return found;
}

async function inspectRuntime(resolved: readonly ResolvedTarget[], io: Io, config: string | undefined): Promise<readonly Finding[]> {
  const about = { topic: "runtime", check: "runtime" } as const;
  const copies = resolved[0]?.target.copies ?? 0;
  if (copies > 0) {
    const message = `${String(copies)} APIs have copies of the same runtime: an error of one is not of the class of another's`;
    return [{ ...about, state: "warning", message, fix: 'add `runtime: "src/sundial"` to the configuration' }];
  }
  const sharing = resolved.find(({ target }) => target.runtime !== undefined);
  const folder = sharing?.target.runtime?.folder;
  if (sharing === undefined || folder === undefined) return [];
  const { value: request, diagnostics } = await runtimeOf(resolved, io, "check");
  const checked = request === undefined ? undefined : await checkRuntime(request, io, false);
  const [mistake] = [...diagnostics, ...(checked?.diagnostics ?? [])].filter(({ severity }) => severity === "error");
  if (mistake !== undefined) return [{ ...about, state: "problem", ...textOf(mistake) }];
  const shown = posixPath(relative(io.cwd, folder));
  const drift = checked?.value?.drift ?? [];
  const target = { ...sharing.target, output: folder };
  if (drift.length > 0) return [{ ...about, ...stale({ ...sharing, target }, shown, drift, io, config) }];
  return [{ ...about, state: "ok", message: `${shown} is shared by all APIs, and is current` }];
}
