import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { parse } from "../../source/json-pointer.js";
import { formatReference } from "../resolve/parse-reference.js";
import type { WalkState } from "../resolve/walk.js";
import { METHODS } from "../rules/path-item.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";
import { sectionsOf } from "./sections.js";
import type { SelectedOperations } from "./select-operations.js";

/** What is said of the names that schemas give themselves: all of a file is looked through for them before anything of it is read. */
const ofWholeFiles: ReadonlySet<string> = new Set(["bad-id", "duplicate-id", "duplicate-anchor"]);

/** Whether a diagnostic is about an operation of the root that is left out, or about a component that was not reached. */
export function isAboutLeftOut({ code, at }: Diagnostic, { paths, kept }: SelectedOperations, state: WalkState): boolean {
  const { root, targets } = state;
  if (!ofWholeFiles.has(code) || at === undefined || !("pointer" in at) || at.file !== root.source.uri) return false;
  const tokens = parse(at.pointer) ?? [];
  const [section, key, method = ""] = tokens;
  const item = paths.find((each) => each.key === key && section === `${each.kind}s`);
  if (item !== undefined) {
    const own = item.operations.filter((operation) => kept.has(operation));
    return own.length === 0 || (METHODS.has(method) && !own.some((operation) => operation.method === method.toUpperCase()));
  }
  const holder = sectionsOf(root).find(
    ({ tokens: place }) => place.length < tokens.length && place.every((token, index) => token === tokens[index]),
  );
  if (holder === undefined) return false;
  const place = tokens.slice(0, holder.tokens.length + 1);
  return targets.get(holder.kind)?.has(formatReference(root.source.uri, toUpgradedTokens(root, place))) !== true;
}
