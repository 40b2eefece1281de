/** What files of outputs do, as far as descriptions that nobody has changed bring it out: kept in a file, which `--learn` writes anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { parse } from "../../security/shape.js";
import { isRuntime } from "../../support/shared-runtime.js";
import type { FuzzCase } from "../cases/fuzz-case.js";
import { generateCase } from "./generate-case.js";
import type { Known } from "./judge-case.js";
import { deedsOf, type KnownDeeds } from "./output-faults.js";

const path = fileURLToPath(new URL("known-deeds.json", import.meta.url));

export function readKnownDeeds(): Known {
  const read = JSON.parse(readFileSync(path, "utf8")) as KnownDeeds; // a file of ours
  return new Map(Object.entries(read).map(([file, deeds]) => [file, new Set(deeds)]));
}

/** Adds what these bring out to what others have: rare deeds come of few cases. */
export async function learnDeeds(cases: Iterable<FuzzCase>): Promise<void> {
  const known = new Map([...readKnownDeeds()].map(([file, deeds]) => [file, new Set(deeds)]));
  for (const each of cases) {
    const { generated } = await generateCase(each);
    for (const file of (generated.value?.files ?? []).filter((one) => !isRuntime(one))) {
      const deeds = known.get(file.path) ?? new Set();
      for (const deed of deedsOf(parse(file.path, file.text))) deeds.add(deed);
      known.set(file.path, deeds);
    }
  }
  const sorted = Object.fromEntries([...known].sort().map(([file, deeds]) => [file, [...deeds].sort()]));
  writeFileSync(path, await format(JSON.stringify(sorted), { parser: "json", printWidth: 140 }));
}
