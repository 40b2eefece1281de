/** The pipeline on a file of the disk, or on a description that a test holds. */
import type { Diagnostic } from "../../src/diagnostic/diagnostic.js";
import { usualParts, type Part } from "../../src/emit/emitters.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { generateFiles, type Request } from "../../src/generate.js";
import { nodeIo } from "../../src/io-node.js";
import type { Api } from "../../src/model/ir/api.js";
import { memoryIo } from "./memory-io.js";

/** A configuration that says `gateStore: true`. */
export const withGateStore: Pick<Request, "gateStore"> = {
  gateStore: { at: { file: "file:///sundial.config.ts", pointer: "/gateStore" } },
};

export interface Generated {
  readonly api: Api | undefined;
  /** Empty when there is an error. */
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What sundial makes of a file, as if it were started in a project that the file is no part of. */
export async function generateFrom(
  path: string,
  parts: readonly Part[] = usualParts,
  settings: Pick<
    Request,
    "limits" | "gateStore" | "deprecations" | "int64" | "untyped" | "validators" | "strict" | "severity" | "include" | "exclude" | "names"
  > = {},
): Promise<Generated> {
  const { value, diagnostics } = await generateFiles({ ...request(path, parts), ...settings }, nodeIo());
  return { api: value?.api, files: value?.files ?? [], diagnostics };
}

/** What sundial makes of descriptions by name, the first of which is the root. */
export async function generateTexts(
  texts: Readonly<Record<string, string>>,
  parts: readonly Part[] = usualParts,
  printedAs: Partial<
    Pick<
      Request,
      | "source"
      | "command"
      | "name"
      | "importExtension"
      | "validators"
      | "gateStore"
      | "deprecations"
      | "int64"
      | "untyped"
      | "strict"
      | "severity"
      | "limits"
      | "include"
      | "exclude"
      | "components"
      | "names"
    >
  > = {},
): Promise<Generated> {
  const names = Object.keys(texts);
  const io = memoryIo(Object.fromEntries(names.map((name) => [`/project/${name}`, texts[name] ?? ""])), { cwd: "/project" });
  const { value, diagnostics } = await generateFiles({ ...request(names[0] ?? "", parts), ...printedAs }, io);
  return { api: value?.api, files: value?.files ?? [], diagnostics };
}

function request(input: string, parts: readonly Part[]): Request {
  return { input, source: "openapi.yaml", command: "npm run generate", emit: parts, name: undefined };
}
