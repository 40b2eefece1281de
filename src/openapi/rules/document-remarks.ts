import { diagnostic, type DiagnosticCode } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { Resolved } from "../resolve/resolved.js";
import { isObject } from "./rule.js";

/**
 * What OpenAPI asks of a description about itself, and no code is made of: licenses, links to documentation, names of tags and components. As the
 * root file has it: what is read of these is left as it is written.
 */
export function documentRemarks({ root, version }: Pick<Resolved, "root" | "version">): readonly Diagnostic[] {
  const { value, uri } = root;
  const found: Diagnostic[] = [];
  const remark: Remark = (code, pointer, message, hint, on) => {
    found.push(diagnostic(code, message, { at: { file: uri, pointer, ...(on === undefined ? {} : { on }) }, hint }));
  };
  if (!isObject(value)) return found;
  reportInfo(value["info"], remark);
  reportDocs(value["externalDocs"], "/externalDocs", remark);
  reportTags(value["tags"], remark);
  // Definitions of 2.0 may have any name.
  if (version !== "2.0") reportComponents(value["components"], remark);
  return found;
}

type Remark = (code: DiagnosticCode, pointer: string, message: string, hint?: string, on?: "key") => void;

function reportInfo(info: Json | undefined, remark: Remark): void {
  if (!isObject(info)) return;
  reportUrl(info["termsOfService"], "/info/termsOfService", remark);
  const { contact, license } = info;
  if (isObject(contact)) reportUrl(contact["url"], "/info/contact/url", remark);
  if (!isObject(license)) return;
  if (license["name"] === undefined)
    remark("metadata-invalid", "/info/license", 'The license has no "name".', "OpenAPI requires it: `name: Apache 2.0`.");
  reportUrl(license["url"], "/info/license/url", remark);
}

function reportDocs(docs: Json | undefined, pointer: string, remark: Remark): void {
  if (!isObject(docs) || docs["$ref"] !== undefined) return;
  if (docs["url"] === undefined)
    remark("metadata-invalid", pointer, '"externalDocs" has no "url".', "OpenAPI requires it: without one it leads nowhere.");
  reportUrl(docs["url"], `${pointer}/url`, remark);
}

/** URLs may be relative. What no URL has are blanks, quotes, brackets of other kinds, and a percent sign alone. */
function reportUrl(url: Json | undefined, pointer: string, remark: Remark): void {
  if (typeof url !== "string") return;
  const isUrl = url !== "" && !/[\s<>"{}|\\^`]|%(?![0-9a-f]{2})/i.test(url) && URL.canParse(url, "https://example.com/");
  if (!isUrl) remark("metadata-invalid", pointer, `${JSON.stringify(url)} is no URL.`, "Write one such as https://example.com/support.");
}

function reportTags(tags: Json | undefined, remark: Remark): void {
  if (tags === undefined || !isJsonArray(tags)) return;
  const seen = new Set<string>();
  for (const [index, tag] of tags.entries()) {
    if (!isObject(tag)) continue;
    reportDocs(tag["externalDocs"], `/tags/${String(index)}/externalDocs`, remark);
    const { name } = tag;
    if (typeof name !== "string") continue;
    if (seen.has(name))
      remark("tag-repeated", `/tags/${String(index)}/name`, `The tag ${JSON.stringify(name)} is declared twice.`, "Remove one of the two.");
    seen.add(name);
  }
}

function reportComponents(components: Json | undefined, remark: Remark): void {
  if (!isObject(components)) return;
  for (const [section, members] of Object.entries(components)) {
    if (section.startsWith("x-") || !isObject(members) || typeof members["$ref"] === "string") continue;
    for (const name of Object.keys(members)) {
      if (/^[a-zA-Z0-9._-]+$/.test(name)) continue;
      const message = `${JSON.stringify(name)} is no name of a component: it has other characters than letters, digits, ".", "-" and "_".`;
      const hint = "It is read as it is; other tools may refuse it.";
      remark("component-name", child(child("/components", section), name), message, hint, "key");
    }
  }
}
