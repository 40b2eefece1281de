/** Whether `lint` and the validators of a description say the same of the examples that its named schemas have. */
import { judgeDescription } from "../../src/generate.js";
import { nodeIo } from "../../src/io-node.js";
import type { Json } from "../../src/source/source-file.js";
import type { Api } from "../../src/model/ir/api.js";
import type { Validator } from "../../templates/runtime/validate/validate.js";

export interface ExamplesJudged {
  readonly examples: number;
  /** By its validator: a mistake of the description, which `lint` tells with its place. */
  readonly refused: number;
  /** Schemas of whose examples the two say different things. */
  readonly disputed: readonly string[];
}

export async function judgeExamples(path: string, api: Api, validator: (name: string) => Validator<unknown>): Promise<ExamplesJudged> {
  const request = {
    input: path,
    source: "openapi.yaml",
    command: "npm run generate",
    emit: ["types", "validators"],
    name: undefined,
    strict: false,
  } as const;
  const { diagnostics } = await judgeDescription(request, nodeIo());
  const told = new Set(
    diagnostics.flatMap(({ code, at }) =>
      code === "example-invalid" && at !== undefined && "pointer" in at ? [`${at.file}#${at.pointer}`] : [],
    ),
  );
  let [examples, refused] = [0, 0];
  const disputed: string[] = [];
  for (const { id, names, schema, form, hidden } of api.schemas.values()) {
    // A form for one direction has the examples of the whole.
    if (schema.examples.length === 0 || hidden === true || form !== undefined) continue;
    const { is } = validator(names.validator);
    const own = schema.examples.filter((example) => !is(example) && isHeldByNumbers(example)).length;
    const place = `${schema.origin.file}#${schema.origin.pointer}/example`;
    const lint = [...told].filter((pointer) => pointer.startsWith(place) && /^(?:s\/[^/]+)?$/.test(pointer.slice(place.length))).length;
    examples += schema.examples.length;
    refused += own;
    if (own !== lint) disputed.push(`${id}: ${String(own)} refused, ${String(lint)} told`);
  }
  return { examples, refused, disputed };
}

/** Whether all integers in a value are as exact as numbers: by default validators refuse others, which the description is right about. */
function isHeldByNumbers(value: Json): boolean {
  if (typeof value === "bigint") return false;
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isHeldByNumbers);
}
