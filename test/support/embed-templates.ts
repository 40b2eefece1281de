import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { embedTemplates } from "../../scripts/templates.mjs";
import { joinedFolder } from "./joined-runtime.js";
import { compileSources } from "./native-sources.js";
import { isFirst } from "./once.js";

/** Tests run the sources: the templates must be embedded first, as the build does. Those of the runtime find it joined, too. */
export default async function setup(): Promise<void> {
  if (!isFirst("TEMPLATES")) return;
  embedTemplates();
  compileSources();
  const { completeRuntime } = await import("./shared-runtime.js");
  for (const { path, text } of completeRuntime()) {
    const target = join(joinedFolder, path);
    mkdirSync(dirname(target), { recursive: true });
    // Written anew, it would be read anew by whoever watches.
    if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
  }
}
