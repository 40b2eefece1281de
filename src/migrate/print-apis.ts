import { printConfig, printConfigOfApis, type ApiSetup } from "../setup/print-config.js";
import { shownFrom, type PlannedApi } from "./planned-api.js";

/** A configuration of APIs: as a program, or as data with the place of its schema. `folder`: where it is. */
export function printApis(apis: readonly PlannedApi[], folder: string, format: "ts" | "json", schema: string): string {
  const setupOf = ({ input, output, emit }: PlannedApi): ApiSetup => ({
    ...{ input, output: shownFrom(folder, output), emit },
    ...(emit.includes("paths") && { limits: false as const }),
  });
  const [only, ...others] = apis;
  // One alone has no key that says its name.
  if (only !== undefined && others.length === 0) return printConfig({ ...setupOf(only), name: only.label }, format, schema);
  return printConfigOfApis(
    apis.map((api) => [api.label, setupOf(api)]),
    format,
    schema,
  );
}
