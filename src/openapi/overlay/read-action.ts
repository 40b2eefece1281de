import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import { isObject, type JsonObject } from "../rules/rule.js";
import type { JsonPath } from "./json-path.js";
import { hintOfMistake } from "./json-path-hint.js";
import { isMistake, parseJsonPath } from "./parse-json-path.js";
import { wrongExpressions } from "./wrong-expressions.js";
import { kindOf, type Action, type Change, type Overlay, type Report } from "./overlay.js";
import { reportUnknownKeys } from "./unknown-keys.js";

const actionKeys = ["target", "description", "update", "copy", "remove"];

/** One action; undefined where it cannot be applied, or changes nothing. */
export function readAction(
  value: Json,
  pointer: string,
  version: Overlay["version"],
  source: SourceFile,
  report: Report,
): Action | undefined {
  const at = { file: source.uri, pointer };
  if (!isObject(value)) {
    report(diagnostic("overlay-invalid", `An action must be an object, and is ${kindOf(value)}.`, { at }));
    return undefined;
  }
  const hasUnknown = reportUnknownKeys(value, actionKeys, pointer, source, report);
  const { description } = value;
  if (description !== undefined && typeof description !== "string")
    report(
      diagnostic("overlay-invalid", `"description" must be a string, and is ${kindOf(description)}.`, {
        at: { ...at, pointer: child(pointer, "description") },
        assumed: "it is left out",
      }),
    );
  const target = readPath(value, "target", pointer, source, report);
  const change = readChange(value, pointer, version, source, report);
  // A misspelt key may be what it was to have.
  if (change === "none" && target !== undefined && !hasUnknown)
    report(diagnostic("overlay-no-effect", "The action has no effect: it has neither `update` nor `copy` nor `remove: true`.", { at }));
  if (change === "none") return undefined;
  return target === undefined || change === undefined ? undefined : { pointer, target, change };
}

function readPath(value: JsonObject, key: "target" | "copy", pointer: string, source: SourceFile, report: Report): JsonPath | undefined {
  const text = value[key];
  const at = { file: source.uri, pointer: text === undefined ? pointer : child(pointer, key) };
  if (typeof text !== "string") {
    const message = text === undefined ? `An action needs "${key}".` : `"${key}" must be a string, and is ${kindOf(text)}.`;
    report(diagnostic("overlay-invalid", message, { at, hint: "It is a JSONPath, such as $.paths['/pets'].get." }));
    return undefined;
  }
  const path = parseJsonPath(text);
  if (!isMistake(path)) return hasExpressions(path, key, at, report) ? path : undefined;
  const message = `"${key}" is not a JSONPath: column ${path.column} of ${JSON.stringify(text)}: ${path.reason}.`;
  report(diagnostic("overlay-target-invalid", message, { at, hint: hintOfMistake(text, path) }));
  return undefined;
}

/** Whether regular expressions are some. One that is none matches nothing, says RFC 9535, whatever is in the description: nobody means that. */
function hasExpressions(path: JsonPath, key: string, at: Origin, report: Report): boolean {
  const wrong = wrongExpressions(path);
  for (const pattern of wrong) {
    const message = `"${key}" has the regular expression ${JSON.stringify(pattern)}, which is none: it matches nothing.`;
    report(diagnostic("overlay-target-invalid", message, { at, hint: expressionHint }));
  }
  return wrong.length === 0;
}

const expressionHint =
  "Expressions are those of RFC 9485: characters, ., [a-z], groups, | and *, +, ?, {2,3}. Others than letters and digits are written with a backslash; there is no \\d: write [0-9].";

/** What an action does; undefined where that cannot be read. */
function readChange(
  value: JsonObject,
  pointer: string,
  version: Overlay["version"],
  source: SourceFile,
  report: Report,
): Change | "none" | undefined {
  const { remove = false, update } = value;
  if (typeof remove !== "boolean") {
    const at = { file: source.uri, pointer: child(pointer, "remove") };
    report(diagnostic("overlay-invalid", `"remove" must be true or false, and is ${kindOf(remove)}.`, { at }));
    return undefined;
  }
  const others = ["update", "copy"].filter((key) => value[key] !== undefined);
  if (remove) {
    for (const key of others) {
      const at = { file: source.uri, pointer: child(pointer, key), on: "key" } as const;
      report(diagnostic("overlay-no-effect", `"${key}" has no effect beside \`remove: true\`.`, { at }));
    }
    return { kind: "remove" };
  }
  if (others.length === 2) {
    const at = { file: source.uri, pointer };
    const hint = "Make it two actions.";
    report(
      diagnostic("overlay-invalid", 'An action has either "update" or "copy": beside the other, neither has an effect.', { at, hint }),
    );
    return undefined;
  }
  if (value["copy"] !== undefined) return readCopy(value, pointer, version, source, report);
  if (update !== undefined) return { kind: "update", value: update };
  return "none";
}

function readCopy(value: JsonObject, pointer: string, version: Overlay["version"], source: SourceFile, report: Report): Change | undefined {
  if (version === "1.0")
    report(
      diagnostic("overlay-version", '"copy" is not of version 1.0 of overlays; it is applied, as version 1.1 has it.', {
        at: { file: source.uri, pointer: child(pointer, "copy"), on: "key" },
        hint: "Write `overlay: 1.1.0`.",
      }),
    );
  const from = readPath(value, "copy", pointer, source, report);
  return from === undefined ? undefined : { kind: "copy", from };
}
