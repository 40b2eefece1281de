import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import type { Version } from "../resolve/document-location.js";
import { isObject, type JsonObject } from "../rules/rule.js";

/** The version a file declares; nothing when it declares none, as files that are only referred to into need not. */
export function declaredVersion(value: Json): Version | undefined {
  if (!isObject(value)) return undefined;
  const [swagger, openapi] = [inAnyCase("swagger", value), inAnyCase("openapi", value)];
  const isEarlier = swagger === 2 || (typeof swagger === "string" && /^v?2(?:\.0)*$/i.test(swagger.trim()));
  // Of a description with both, its sections tell which one it was written in.
  if (isEarlier && (laterVersion(openapi) === undefined || !hasSectionsOfLater(value))) return "2.0";
  return laterVersion(openapi);
}

const ofEarlier = ["definitions", "host", "basePath", "securityDefinitions", "consumes", "produces"];

function hasSectionsOfLater(value: JsonObject): boolean {
  return (
    ["components", "servers", "webhooks"].some((key) => Object.hasOwn(value, key)) || !ofEarlier.some((key) => Object.hasOwn(value, key))
  );
}

/** A member of a root; where there is none, one whose name differs in its case alone. */
function inAnyCase(name: "openapi" | "swagger", root: JsonObject): Json | undefined {
  if (Object.hasOwn(root, name)) return root[name];
  const key = Object.keys(root).find((each) => each.length === name.length && each.toLowerCase() === name);
  return key === undefined ? undefined : root[key];
}

function laterVersion(value: Json | undefined): Version | undefined {
  // A number is what YAML makes of a version without quotes; 3.0 is 3.
  const given = typeof value === "number" ? value.toFixed(1) : value;
  const digits = typeof given === "string" ? /^v?3\.([012])(?:\.|-|$)/i.exec(given.trim())?.[1] : undefined;
  return digits === "0" ? "3.0" : digits === "1" ? "3.1" : digits === "2" ? "3.2" : undefined;
}

/** Why the root file is no description that can be read. */
export function versionProblem(file: SourceFile): Diagnostic {
  const root = { file: file.uri, pointer: "" };
  if (!isObject(file.value)) {
    return diagnostic("not-openapi", `${file.name} is not an OpenAPI description: it is not an object.`, { at: root });
  }
  for (const key of ["openapi", "swagger"]) {
    if (!Object.hasOwn(file.value, key)) continue;
    const hint = "Versions 2.0, 3.0, 3.1 and 3.2 are read.";
    const given = JSON.stringify(file.value[key]);
    if (typeof file.value[key] === "string")
      return diagnostic("unknown-version", `Version ${given} is not known.`, { at: { ...root, pointer: `/${key}` }, hint });
    return diagnostic("unknown-version", `"${key}" must be a string such as "3.1.0", and is ${given}.`, {
      at: { ...root, pointer: `/${key}` },
      hint: `${hint} Put the version in quotes.`,
    });
  }
  if (Object.hasOwn(file.value, "overlay") || (Array.isArray(file.value["actions"]) && Object.hasOwn(file.value, "extends")))
    return diagnostic("not-openapi", `${file.name} is not an OpenAPI description: it is an overlay, which changes one.`, {
      at: root,
      hint: "Name the description as the input, and the overlay by --overlay, or by `overlays` in a configuration.",
    });
  const near = Object.keys(file.value).find((key) => spellingSuggestion(key, ["openapi", "swagger"]) !== undefined);
  return diagnostic("not-openapi", `${file.name} is not an OpenAPI description: it has neither "openapi" nor "swagger".`, {
    at: root,
    hint:
      near === undefined ? 'A description starts with a line such as "openapi: 3.1.0".' : `Did you mean "openapi" where it says "${near}"?`,
  });
}
