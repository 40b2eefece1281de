import { join } from "node:path";
import { wordsOf } from "../format/formatter.js";
import type { Io } from "../io.js";
import { isRecord, dependsOn, type PackageJson } from "../project/project-setup.js";
import { readSettings } from "./read-settings.js";

/** Another generator that a project is set up for, and what it reads and writes as far as that can be told without running anything. */
export interface OtherGenerator {
  readonly tool: "openapi-typescript" | "hey-api" | "orval";
  /** Where it is set up: "package.json, script types". */
  readonly where: string;
  readonly input: string | undefined;
  /** A file or a folder, relative to the project. */
  readonly output: string | undefined;
}

/** Bytes of a configuration. */
const most = 256 * 1024;

/** Set-ups of other generators in a folder. Configurations that are programs are read as text, and never run. */
export async function findGenerators(
  io: Io,
  folder: string,
  names: readonly string[],
  packageJson: PackageJson | undefined,
): Promise<readonly OtherGenerator[]> {
  const found: OtherGenerator[] = [...ofScripts(packageJson)];
  for (const name of names) {
    const read = readers.find(({ file }) => file.test(name))?.read;
    const text = read === undefined ? undefined : await readSettings(io, join(folder, name), most);
    if (read !== undefined && text !== undefined) for (const each of read(text, name)) found.push(each);
  }
  if (found.length === 0 && dependsOn(packageJson, "openapi-typescript"))
    found.push({ tool: command, where: "package.json", input: undefined, output: undefined });
  return found;
}

const readers: readonly { readonly file: RegExp; readonly read: (text: string, name: string) => readonly OtherGenerator[] }[] = [
  { file: /^\.?redocly\.ya?ml$/, read: ofRedocly },
  { file: /^openapi-ts\.config\.[cm]?[jt]s$/, read: (text, where) => ofProgram("hey-api", where, text) },
  { file: /^orval\.config\.[cm]?[jt]s$/, read: (text, where) => ofProgram("orval", where, text) },
];

const command = "openapi-typescript";

function ofScripts(packageJson: PackageJson | undefined): readonly OtherGenerator[] {
  const scripts = packageJson?.content["scripts"];
  return Object.entries(isRecord(scripts) ? scripts : {}).flatMap(([name, script]) => {
    const at = typeof script === "string" ? script.indexOf(`${command} `) : -1;
    if (typeof script !== "string" || at === -1) return [];
    const [words = ""] = script.slice(at + command.length).split(/[;&|]/, 1);
    const list = wordsOf(words);
    const flag = list.findIndex((word) => /^(?:-o|--output)$/.test(word));
    const output = flag < 0 ? list.flatMap((word) => /^(?:-o|--output)=(.+)$/.exec(word)?.[1] ?? [])[0] : list[flag + 1];
    const input = list.find((word, index) => !word.startsWith("-") && (flag < 0 || index !== flag + 1));
    return [{ tool: "openapi-typescript", where: `package.json, script ${name}`, input, output }] as const;
  });
}

/** `apis: { name: { root, x-openapi-ts: { output } } }`, by its lines. */
function ofRedocly(text: string, where: string): readonly OtherGenerator[] {
  if (!text.includes("x-openapi-ts")) return [];
  const valueOf = (line: string, key: string): string | undefined =>
    new RegExp(`^\\s+${key}\\s*:\\s*["']?([^"'#\\s][^"'#]*?)["']?\\s*(?:#.*)?$`).exec(line)?.[1];
  const lines = text.split(/\r?\n/);
  const inputs = lines.flatMap((line) => valueOf(line, "root") ?? []);
  const outputs = lines.flatMap((line) => valueOf(line, "output") ?? []);
  return inputs.map((input, index) => ({ tool: "openapi-typescript", where, input, output: outputs[index] }));
}

/** What stands in a program as plain text, for each of its APIs. Which output is of which input is only told where there is one for each. */
function ofProgram(tool: OtherGenerator["tool"], where: string, text: string): readonly OtherGenerator[] {
  const valuesOf = (key: string): readonly string[] =>
    Array.from(
      text.matchAll(new RegExp(`\\b${key}\\s*:\\s*(?:\\{[^{}]*?\\b(?:path|target)\\s*:\\s*)?(["'\`])([^"'\`$\\n]{1,500})\\1`, "g")),
      ([, , value = ""]) => value,
    );
  const [inputs, outputs] = [valuesOf("input"), valuesOf("output")];
  if (inputs.length < 2) return [{ tool, where, input: inputs[0], output: outputs[0] }];
  return inputs.map((input, index) => ({ tool, where, input, output: outputs.length === inputs.length ? outputs[index] : undefined }));
}
