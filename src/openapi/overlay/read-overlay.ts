import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import { isJsonArray, type Json, type SourceFile } from "../../source/source-file.js";
import { isObject, type JsonObject } from "../rules/rule.js";
import { readAction } from "./read-action.js";
import { kindOf, placeIn, type Action, type Overlay, type Report } from "./overlay.js";
import { reportUnknownKeys } from "./unknown-keys.js";

const rootKeys = ["overlay", "info", "extends", "actions"];
const infoKeys = ["title", "version", "description"];

/** A file as an overlay; or why it is none, and every mistake in it. Of one with mistakes, what can be read is applied all the same. */
export function readOverlay(source: SourceFile): Outcome<Overlay> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (found) => diagnostics.push(found);
  const { value } = source;
  if (!isObject(value) || !Object.hasOwn(value, "overlay")) {
    const isOverlay = isObject(value) && isJsonArray(value["actions"]);
    if (!isOverlay) return { value: undefined, diagnostics: [noOverlay(source)] };
  }
  const version = readVersion(value, source, report);
  reportUnknownKeys(value, rootKeys, "", source, report);
  readInfo(value, source, report);
  const actions = readActions(value, version ?? "1.1", source, report);
  if (version === undefined || actions === undefined) return { value: undefined, diagnostics };
  return { value: { source, version, extends: readExtends(value, source, report), actions }, diagnostics };
}

function noOverlay({ value, name, uri }: SourceFile): Diagnostic {
  const hint = "An overlay begins with a line such as `overlay: 1.0.0`, and has a list of `actions`.";
  const isDescription = isObject(value) && (Object.hasOwn(value, "openapi") || Object.hasOwn(value, "swagger"));
  const other = typeof value === "string" && /^\s*</.test(value) ? "it is a page of HTML" : `it is ${kindOf(value)}`;
  const reason = isDescription ? "it is an OpenAPI description" : isObject(value) ? 'it has no "overlay"' : other;
  return diagnostic("overlay-invalid", `${name} is not an overlay: ${reason}.`, { at: { file: uri, pointer: "" }, hint });
}

/** The version whose rules count. Later patches and numbers, which YAML makes of a version without quotes, are as good. */
function readVersion(value: JsonObject, source: SourceFile, report: Report): Overlay["version"] | undefined {
  const given = value["overlay"];
  const at = { file: source.uri, pointer: given === undefined ? "" : "/overlay" };
  const hint = "Versions 1.0 and 1.1 are read: `overlay: 1.0.0`.";
  const [, version, patch] =
    /^(1\.[01])(\.\d.*)?$/.exec(typeof given === "number" ? given.toFixed(1) : typeof given === "string" ? given : "") ?? [];
  if (given === undefined) {
    report(
      diagnostic("overlay-invalid", 'An overlay needs "overlay", its version.', { at, hint, assumed: "it is read as one of version 1.1" }),
    );
    return "1.1";
  }
  if (version !== "1.0" && version !== "1.1") {
    report(diagnostic("overlay-invalid", `The version of the overlay is ${JSON.stringify(given)}, which is not known.`, { at, hint }));
    return undefined;
  }
  if (patch === undefined)
    report(
      diagnostic(
        "overlay-invalid",
        `The version of the overlay must be a string such as "${version}.0", and is ${JSON.stringify(given)}.`,
        {
          at,
          assumed: `it is read as ${version}.0`,
        },
      ),
    );
  return version;
}

function readInfo(value: JsonObject, source: SourceFile, report: Report): void {
  const assumed = "the overlay is applied all the same";
  const { info } = value;
  if (info === undefined || !isObject(info)) {
    const message = info === undefined ? 'An overlay needs "info".' : `"info" must be an object, and is ${kindOf(info)}.`;
    report(diagnostic("overlay-invalid", message, { at: { file: source.uri, pointer: info === undefined ? "" : "/info" }, assumed }));
    return;
  }
  reportUnknownKeys(info, infoKeys, "/info", source, report);
  for (const key of infoKeys) {
    const text = info[key];
    if (typeof text === "string" || (text === undefined && key === "description")) continue;
    const message = text === undefined ? `The info of an overlay needs "${key}".` : `"${key}" must be a string, and is ${kindOf(text)}.`;
    report(
      diagnostic("overlay-invalid", message, { at: { file: source.uri, pointer: text === undefined ? "/info" : `/info/${key}` }, assumed }),
    );
  }
}

function readExtends(value: JsonObject, source: SourceFile, report: Report): string | undefined {
  const text = value["extends"];
  if (text === undefined || typeof text === "string") return text;
  const message = `"extends" must be a string, and is ${kindOf(text)}.`;
  report(diagnostic("overlay-invalid", message, { at: { file: source.uri, pointer: "/extends" }, assumed: "it is left out" }));
  return undefined;
}

function readActions(value: JsonObject, version: Overlay["version"], source: SourceFile, report: Report): readonly Action[] | undefined {
  const { actions } = value;
  const at = placeIn({ source }, actions === undefined ? "" : "/actions");
  if (!isJsonArray(actions)) {
    const message = actions === undefined ? 'An overlay needs "actions".' : `"actions" must be a list, and is ${kindOf(actions)}.`;
    report(diagnostic("overlay-invalid", message, { at }));
    return undefined;
  }
  if (actions.length === 0) report(diagnostic("overlay-invalid", '"actions" is empty.', { at, assumed: "the overlay changes nothing" }));
  reportRepeated(actions, source, report);
  return actions.flatMap((action, index) => readAction(action, child("/actions", index), version, source, report) ?? []);
}

/** Actions are unique, as the schema of overlays has it: one that appends to a list would append twice. */
function reportRepeated(actions: readonly Json[], source: SourceFile, report: Report): void {
  const first = new Map<string, number>();
  for (const [index, action] of actions.entries()) {
    const text = JSON.stringify(action);
    const before = first.get(text);
    if (before === undefined) first.set(text, index);
    else
      report(
        diagnostic("overlay-invalid", `Action ${index + 1} is the same as action ${before + 1}.`, {
          at: { file: source.uri, pointer: child("/actions", index) },
          severity: "warning",
          hint: "It is applied again. Remove one of them.",
        }),
      );
  }
}
