import { quoted } from "../setup/read-settings.js";
import { shownFrom, type PlannedApi } from "./planned-api.js";

const sameLimits = "calls are sent at once, and once, as openapi-fetch does; without this line they keep to the limits of the service";

/** A configuration of APIs: as a program, or as data with the place of its schema. `folder`: where it is. */
export function printApis(apis: readonly PlannedApi[], folder: string, format: "ts" | "json", schema: string): string {
  const [only, ...others] = apis;
  const isOne = only !== undefined && others.length === 0;
  if (format === "ts") {
    const lines = isOne ? membersOf(only, folder, "ts", true) : blockOf(apis, folder, "ts");
    return `import { defineConfig } from "openapi-sundial";\n\nexport default defineConfig({\n${indented(lines)}});\n`;
  }
  const lines = [`"$schema": ${quoted(schema)},`, ...(isOne ? membersOf(only, folder, "json", true) : blockOf(apis, folder, "json"))];
  return `{\n${indented(lines)}}\n`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join("");
}

function blockOf(apis: readonly PlannedApi[], folder: string, format: "ts" | "json"): readonly string[] {
  const key = (label: string): string => (format === "ts" && /^[a-z]\w*$/.test(label) ? label : quoted(label));
  const inner = apis.flatMap((api, index) => {
    const isLast = format === "json" && index === apis.length - 1;
    return [`${key(api.label)}: {`, ...membersOf(api, folder, format, false).map((line) => `  ${line}`), isLast ? "}" : "},"];
  });
  return [format === "ts" ? "apis: {" : '"apis": {', ...inner.map((line) => `  ${line}`), format === "ts" ? "}," : "}"];
}

/** `isAlone`: whether its name is said, as no key does. */
function membersOf({ label, input, output, emit }: PlannedApi, folder: string, format: "ts" | "json", isAlone: boolean): readonly string[] {
  const calls = emit.includes("paths");
  const members: readonly (readonly [key: string, value: string])[] = [
    ["input", quoted(input)],
    ["output", quoted(shownFrom(folder, output))],
    ["emit", `[${emit.map(quoted).join(", ")}]`],
    ...(isAlone ? ([["name", quoted(label)]] as const) : []),
    ...(calls ? ([["limits", "false"]] as const) : []),
  ];
  return members.map(([key, value], index) => {
    if (format === "ts") return `${key}: ${value},${key === "limits" ? ` // ${sameLimits}` : ""}`;
    return `${quoted(key)}: ${value}${index === members.length - 1 ? "" : ","}`;
  });
}
