/** What a run of `generate` writes: every API that has no errors, each as a whole or not at all, and the runtime that they share. */
import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, ofApi, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import type { WriteReport, Written as DiskWritten } from "../output/commit-plan.js";
import type { RuntimeRequest } from "../output/shared-runtime.js";
import type { Destined } from "../output/write-outputs.js";
import { realPlace } from "../source/real-place.js";
import { wantedOfHandlers, type GeneratedTarget, type TargetResult, type UnchangedTarget } from "./generate-target.js";
import { handlerPaths, planHandlers, writeHandlers, type PlannedHandlers } from "./handlers.js";
import { saveRun } from "./reuse-previous-run.js";
import type { ResolvedTarget } from "./resolve-target.js";
import { abandonedRuntimes, planRuntime, runtimeOf } from "./runtime-target.js";
import { suggestedCommand } from "./suggested-command.js";
import type { Written, WrittenRuntime } from "./summary.js";

export interface WrittenApi extends Written {
  /** Keeps what there was to say, for a run that finds everything as this one leaves it. Absent where it is kept, or something was added that it does not know. */
  readonly keep?: () => Promise<void>;
}

export interface WrittenApis {
  /** In the order of the results; undefined, or none, where one was not written. */
  readonly apis: readonly (WrittenApi | undefined)[];
  readonly runtimes: readonly WrittenRuntime[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether something on the disk is another than before, also where an error stopped it halfway. */
  readonly isChanged: boolean;
}

export interface WriteOptions {
  /** Whether files that were edited by hand are written over. */
  readonly force: boolean;
  /** Whether to say only what would be done. */
  readonly dry: boolean;
  /** The value of --config. */
  readonly config: string | undefined;
}

/**
 * Writes the APIs that have no errors. An API that fails keeps no other from being written, and the code that is there of it goes on to find
 * what it imports. A runtime that cannot be written keeps those from it that import it.
 */
export async function writeApis(
  resolved: readonly ResolvedTarget[],
  results: readonly TargetResult[],
  options: WriteOptions,
  io: Io,
): Promise<WrittenApis> {
  const { value: shared, diagnostics: found } = await runtimeOf(resolved, io, "generate");
  const writer = new Writer(options, io);
  const none = { apis: [], runtimes: [], diagnostics: writer.diagnostics, isChanged: false };
  for (const item of found) writer.diagnostics.push(item);
  if (hasErrors(found)) return none;
  const planned = await planApis(results, io);
  for (const item of planned.flatMap(({ diagnostics }) => diagnostics)) writer.diagnostics.push(item);
  const able: readonly (ApiPlan | undefined)[] = planned.map(({ value }) => value);
  const ofAble = (plans: readonly (ApiPlan | undefined)[]): readonly ResolvedTarget[] =>
    resolved.filter((_, index) => plans[index] !== undefined);
  // What an output that stays as it is imports must not go, and who can be written is known before anything is.
  const mayLose = (shared !== undefined && !(await isUnchanged(shared, io))) || (await abandonedRuntimes(ofAble(able), io)).length > 0;
  const plans = mayLose ? await writer.notRefused(able) : able;
  if (!plans.some((plan) => plan !== undefined)) return none;
  const runtimes: WrittenRuntime[] = [];
  const requests = shared === undefined ? [] : [{ ...shared, keepsParts: plans.includes(undefined) }];
  for (const request of [...requests, ...(await abandonedRuntimes(ofAble(plans), io))]) {
    const runtime = await writer.runtime(request, resolved);
    if (runtime !== undefined) runtimes.push(runtime);
    else if (requests.some((each) => each === request)) return { ...none, isChanged: writer.isChanged };
  }
  const apis: (WrittenApi | undefined)[] = [];
  for (const plan of plans) apis.push(plan && (await writer.api(plan)));
  return { apis, runtimes, diagnostics: writer.diagnostics, isChanged: writer.isChanged };
}

async function isUnchanged(request: RuntimeRequest, io: Io): Promise<boolean> {
  return "unchanged" in (await planRuntime(request, io, undefined));
}

/** An API without errors, and the stubs that it lacks. */
interface ApiPlan {
  readonly result: GeneratedTarget | UnchangedTarget;
  readonly handlers: Outcome<PlannedHandlers>;
}

/** What is to be written of each API; no value where something is wrong with it. */
async function planApis(results: readonly TargetResult[], io: Io): Promise<readonly Outcome<ApiPlan>[]> {
  const roots = await Promise.all(results.map(({ target }) => realPlace(io, target.output)));
  const plans: Outcome<ApiPlan>[] = [];
  for (const [index, result] of results.entries()) {
    const isShared = roots.some((root, other) => other !== index && root === roots[index]);
    plans.push(isShared ? refused(result) : await planApi(result, io));
  }
  return plans;
}

async function planApi(result: TargetResult, io: Io): Promise<Outcome<ApiPlan>> {
  if (!isComplete(result)) return { value: undefined, diagnostics: [] };
  const { target } = result;
  const handlers: Outcome<PlannedHandlers> = isGenerated(result)
    ? await planHandlers(result, io)
    : { value: undefined, diagnostics: result.value.handlers };
  const diagnostics = ofApi(wantedOfHandlers(handlers.diagnostics, target), target.label);
  return { value: hasErrors(diagnostics) ? undefined : { result, handlers }, diagnostics };
}

/** Names may differ where links lead to one folder. */
function refused({ target: { output, label } }: TargetResult): Outcome<ApiPlan> {
  const hint = "Give each API a folder of its own.";
  return {
    value: undefined,
    diagnostics: ofApi([diagnostic("config-shared-output", `${output} is also the folder of another API.`, { hint })], label),
  };
}

function isComplete(each: TargetResult): each is GeneratedTarget | UnchangedTarget {
  return each.value !== undefined;
}

function isGenerated(each: GeneratedTarget | UnchangedTarget): each is GeneratedTarget {
  return each.value.kind === "generated";
}

/** Writes one output after another, and keeps what there is to say of it. */
class Writer {
  readonly diagnostics: Diagnostic[] = [];
  isChanged = false;

  private readonly options: WriteOptions;
  private readonly io: Io;

  constructor(options: WriteOptions, io: Io) {
    this.options = options;
    this.io = io;
  }

  /** A runtime that targets share, or no longer do; undefined where it was not written. */
  async runtime(request: RuntimeRequest, [first]: readonly ResolvedTarget[]): Promise<WrittenRuntime | undefined> {
    const { io, options } = this;
    const overwrite = first && suggestedCommand(first, "edited", io, options.config);
    const plan = await planRuntime(request, io, overwrite);
    const { folder } = request;
    if ("unchanged" in plan) return { folder, files: { written: [], unchanged: plan.unchanged, removed: [] } };
    const files = await this.output(plan.destined, undefined);
    return files && { folder, files };
  }

  /** Those that will be written, as far as that can be told without a lock. */
  async notRefused(plans: readonly (ApiPlan | undefined)[]): Promise<readonly (ApiPlan | undefined)[]> {
    const { previewOutput } = await import("../output/write-outputs.js");
    const able: (ApiPlan | undefined)[] = [];
    for (const plan of plans) {
      if (plan === undefined || !isGenerated(plan.result)) {
        able.push(plan);
        continue;
      }
      const { target, value } = plan.result;
      const { diagnostics } = await previewOutput(this.io, { folder: target.output, output: value.output }, this.options.force);
      able.push(hasErrors(diagnostics) ? undefined : plan);
      if (hasErrors(diagnostics)) for (const item of ofApi(diagnostics, target.label)) this.diagnostics.push(item);
    }
    return able;
  }

  async api({ result, handlers: { value: stubs, diagnostics: remarks } }: ApiPlan): Promise<WrittenApi | undefined> {
    const { io, options } = this;
    const { label } = result.target;
    if (!isGenerated(result)) return { files: { written: [], unchanged: result.value.files, removed: [] }, handlers: [] };
    const overwrite = suggestedCommand(result, "edited", io, options.config);
    const output = { ...result.value.output, overwrite };
    const files = await this.output({ folder: result.target.output, output }, label);
    if (files === undefined) return undefined;
    if (options.dry) return { files, handlers: stubs === undefined ? [] : handlerPaths(stubs, io) };
    const written = stubs === undefined ? { value: [], diagnostics: [] } : await writeHandlers(stubs, io);
    for (const item of ofApi(written.diagnostics, label)) this.diagnostics.push(item);
    const lacksHandlers = hasErrors(written.diagnostics);
    return {
      files,
      handlers: written.value ?? [],
      lacksHandlers,
      keep: () => saveRun(result, stubs?.files.length === 0 ? remarks : undefined, io),
    };
  }

  /** What writes is loaded only when there is something to write. */
  private async output(destined: Destined, label: string | undefined): Promise<WriteReport | undefined> {
    const { force, dry } = this.options;
    const { writeOutputs, previewOutput } = await import("../output/write-outputs.js");
    const { value, diagnostics, isChanged } = dry
      ? await previewOutput(this.io, destined, force)
      : firstOf(await writeOutputs(this.io, [destined], force));
    for (const item of label === undefined ? diagnostics : ofApi(diagnostics, label)) this.diagnostics.push(item);
    this.isChanged ||= isChanged;
    return value;
  }
}

function firstOf({ value, ...others }: DiskWritten<readonly WriteReport[]>): DiskWritten<WriteReport> {
  return { ...others, value: value?.[0] };
}
