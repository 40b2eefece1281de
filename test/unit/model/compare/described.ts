import { readDescription } from "../../../../src/generate.js";
import { compareApis, type ApiChanges } from "../../../../src/model/compare/compare-apis.js";
import { memoryIo } from "../../../support/memory-io.js";

async function described(value: object) {
  const io = memoryIo({
    "/project/api.json": JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {}, ...value }),
  });
  const found = await readDescription({ input: "api.json", source: "api.json", command: "x", emit: ["types"], name: undefined }, io);
  if (found.api === undefined) throw new Error(JSON.stringify(found.diagnostics));
  return { api: found.api, raw: found.raw ?? new Map() };
}

/** What changed between two descriptions. */
export async function changesOf(before: object, now: object, today = 0): Promise<ApiChanges> {
  const [old, fresh] = [await described(before), await described(now)];
  return compareApis(old.api, fresh.api, { raw: [old.raw, fresh.raw], now: today });
}
