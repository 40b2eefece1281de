import { InternalError } from "../../diagnostic/diagnostic.js";
import type { GeneratedFile } from "../print/file.js";
import { header } from "../print/header.js";
import type { EmitOptions } from "../options.js";
import { runtimeSources } from "../templates.gen.js";

// V8 finds up to six characters in megabytes of code in a sixth of the time that more take. Only whole lines of an import or export count:
// no comment and no string of a description can look like one.
const inOutput = { start: "./runt", line: /^(?:import|export|\}).* from "\.\/runtime\/([A-Za-z0-9-]+)\.js";$/ };
const inRuntime = { start: ' from "./', line: /^(?:import|export|\}).* from "\.\/([A-Za-z0-9-]+)\.js";$/ };

/** Copies of the runtime files that generated files import, and of those that these import, in the order of their names. */
export function emitRuntime(files: readonly GeneratedFile[], options: EmitOptions): readonly GeneratedFile[] {
  const waiting = new Set(files.flatMap(({ text }) => imported(text, inOutput)));
  // A set yields what is added while it is walked: this visits each file once, however they refer to each other.
  for (const name of waiting) {
    for (const next of imported(sourceOf(name), inRuntime)) waiting.add(next);
  }
  const line = header(options);
  return [...waiting].sort().map((name) => ({ path: `runtime/${name}.ts`, text: `${line}\n\n${sourceOf(name)}` }));
}

/** Names of the modules that a text imports. Looking for the start of their specifiers and then at the line is much faster than a pattern for lines. */
function imported(text: string, { start, line }: typeof inOutput): readonly string[] {
  const names: string[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const end = text.indexOf("\n", at);
    const name = line.exec(text.slice(text.lastIndexOf("\n", at) + 1, end < 0 ? text.length : end))?.[1];
    if (name !== undefined) names.push(name);
  }
  return names;
}

function sourceOf(name: string): string {
  const source = runtimeSources[`${name}.ts`];
  if (source === undefined) throw new InternalError(`A generated file imports runtime/${name}.ts, which does not exist`);
  return source;
}
