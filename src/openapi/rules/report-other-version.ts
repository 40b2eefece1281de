import { diagnostic } from "../../diagnostic/catalogue.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import type { JsonObject, Walk } from "./rule.js";

/** Reports a member that is of another version than its file: of 2.0, or of all later ones. */
export function reportOther(of: "2.0" | "3", key: string, at: DocumentLocation, walk: Walk): void {
  reportOtherAt(of, key, childLocation(at, key), walk);
}

/** The same of what stands at a place; `word` is what messages call it. */
export function reportOtherAt(of: "2.0" | "3", word: string, at: DocumentLocation, walk: Walk): void {
  const { version } = at.file;
  if ((of === "2.0") === (version === "2.0")) return;
  const home = of === "2.0" ? "OpenAPI 2.0" : "OpenAPI 3.0 and later";
  walk.report(
    diagnostic("other-version", `"${word}" belongs to ${home}, and the description is of ${version}; it is read as in ${home}.`, {
      at: originAt(at),
      hint: "Write the description in one version: other tools may ignore this.",
    }),
  );
}

/** The keys that an object has a value for. */
export function present(raw: JsonObject, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => Object.hasOwn(raw, key) && raw[key] !== null);
}
