import type { Part } from "../emit/emitters.js";
import { quoted } from "./read-settings.js";

/** One API to set up. Paths are relative to the configuration, with forward slashes. */
export interface ApiSetup {
  readonly input: string;
  readonly output: string;
  readonly emit: readonly Part[];
  readonly handlers?: string | undefined;
  /** What the API is called in generated code, where that is said. */
  readonly name?: string | undefined;
  /** False: the output has nothing of limits. */
  readonly limits?: false | undefined;
}

/** What programs are told of a member, behind it. */
const remarks: ReadonlyMap<string, string> = new Map([
  ["handlers", "stubs, written once; yours afterwards"],
  ["limits", "calls are sent at once, and once, as openapi-fetch does; without this line they keep to the limits of the service"],
]);

type Format = "ts" | "json";

/** A configuration of one API: as a program, with help of an editor, or as data. `schema`: where editors find what the keys of data mean. */
export function printConfig(api: ApiSetup, format: Format, schema: string): string {
  return printed(membersOf(api, format), format, schema);
}

/** A configuration of several APIs, by the keys that they have there. */
export function printConfigOfApis(apis: readonly (readonly [key: string, api: ApiSetup])[], format: Format, schema: string): string {
  const inner = apis.flatMap(([key, api], index) => {
    const isLast = format === "json" && index === apis.length - 1;
    return [`${keyText(key, format)}: {`, ...indented(membersOf(api, format)), isLast ? "}" : "},"];
  });
  return printed([`${keyText("apis", format)}: {`, ...indented(inner), format === "ts" ? "}," : "}"], format, schema);
}

function printed(lines: readonly string[], format: Format, schema: string): string {
  if (format === "ts")
    return `import { defineConfig } from "openapi-sundial";\n\nexport default defineConfig({\n${indented(lines).join("\n")}\n});\n`;
  return `{\n${indented([`"$schema": ${quoted(schema)},`, ...lines]).join("\n")}\n}\n`;
}

function membersOf({ input, output, emit, handlers, name, limits }: ApiSetup, format: Format): readonly string[] {
  const members: readonly (readonly [key: string, value: string])[] = [
    ["input", quoted(input)],
    ["output", quoted(output)],
    ["emit", `[${emit.map(quoted).join(", ")}]`],
    ...(handlers === undefined ? [] : ([["handlers", quoted(handlers)]] as const)),
    ...(name === undefined ? [] : ([["name", quoted(name)]] as const)),
    ...(limits === undefined ? [] : ([["limits", "false"]] as const)),
  ];
  return members.map(([key, value], index) => {
    const remark = remarks.get(key);
    if (format === "ts") return `${key}: ${value},${remark === undefined ? "" : ` // ${remark}`}`;
    return `${quoted(key)}: ${value}${index === members.length - 1 ? "" : ","}`;
  });
}

const keyText = (key: string, format: Format): string => (format === "ts" && /^[a-z]\w*$/.test(key) ? key : quoted(key));

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);
