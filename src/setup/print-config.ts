import type { Part } from "../emit/emitters.js";
import { quoted } from "./read-settings.js";

/** One API to set up. Paths are relative to the configuration, with forward slashes. */
export interface ApiSetup {
  readonly input: string;
  readonly output: string;
  readonly emit: readonly Part[];
  readonly handlers: string | undefined;
}

/** The configuration as a program, with help of an editor. */
export function printTypeScriptConfig({ input, output, emit, handlers }: ApiSetup): string {
  const lines = [
    `input: ${quoted(input)},`,
    `output: ${quoted(output)},`,
    `emit: [${emit.map(quoted).join(", ")}],`,
    ...(handlers === undefined ? [] : [`handlers: ${quoted(handlers)}, // stubs, written once; yours afterwards`]),
  ];
  return `import { defineConfig } from "openapi-sundial";\n\nexport default defineConfig({\n${lines.map((line) => `  ${line}\n`).join("")}});\n`;
}

/** The configuration as data. `schema`: where editors find what its keys mean. */
export function printJsonConfig({ input, output, emit, handlers }: ApiSetup, schema: string): string {
  const lines = [
    `"$schema": ${quoted(schema)}`,
    `"input": ${quoted(input)}`,
    `"output": ${quoted(output)}`,
    `"emit": [${emit.map(quoted).join(", ")}]`,
    ...(handlers === undefined ? [] : [`"handlers": ${quoted(handlers)}`]),
  ];
  return `{\n${lines.map((line) => `  ${line}`).join(",\n")}\n}\n`;
}
