import { join } from "node:path";
import { runtimeOf, type Part } from "../emit/emitters.js";
import { isBelow } from "../source/uri.js";
import type { ConfigReader } from "./config-reader.js";

/** The folders that an API writes to. Paths are absolute. */
interface ApiFolders {
  readonly label: string;
  readonly output: string;
  readonly emit: readonly Part[];
  readonly handlers: string | undefined;
}

/**
 * Reports folders of one API that are in the way of another's files. An output inside another's is fine, except in its `runtime`
 * folder: both outputs have files of the same names there. `isShared`: whether the APIs share a runtime, which none of their outputs holds.
 */
export function reportSharedFolders(reader: ConfigReader, apis: readonly ApiFolders[], isShared: boolean): void {
  for (const [index, api] of apis.entries()) {
    const say = (key: "output" | "handlers", what: string, hint: string): void => {
      reader.report("config-shared-output", ["apis", api.label, key], what, hint);
    };
    const before = apis.slice(0, index);
    const others = apis.filter((other) => other !== api);
    const same = before.find(({ output }) => output === api.output);
    const around = others.find((other) => isInRuntime(api.output, other, isShared));
    if (same !== undefined) say("output", `is also the folder of ${same.label}`, "Give each API a folder of its own.");
    else if (around !== undefined)
      say("output", `is inside the runtime folder of ${around.label}, whose files are its own`, "Give each API a folder of its own.");
    const { handlers } = api;
    if (handlers === undefined) continue;
    const sibling = before.find((other) => other.handlers === handlers);
    const owner = others.find((other) => other.output === handlers || isInRuntime(handlers, other, isShared));
    if (sibling !== undefined)
      say("handlers", `is also the folder of the handlers of ${sibling.label}`, "Give the handlers of each API a folder of their own.");
    else if (owner !== undefined)
      say("handlers", `has the generated files of ${owner.label}, and handlers are yours`, "Give handlers a folder of their own.");
  }
}

/** Whether a path is in the runtime of an API's own. One that is shared is elsewhere, and types alone need none. */
function isInRuntime(path: string, { output, emit }: ApiFolders, isShared: boolean): boolean {
  return !isShared && runtimeOf(emit).size > 0 && isBelow(join(output, "runtime"), path);
}
