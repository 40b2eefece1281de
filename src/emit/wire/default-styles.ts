/** The styles that parameters have where a description says none. */
import type { Parameter } from "../../model/ir/operation.js";

export function defaultStyle(place: Parameter["in"]): string {
  return place === "path" || place === "header" ? "simple" : "form";
}

export function defaultExplode(style: string): boolean {
  return style === "form" || style === "deepObject" || style === "cookie";
}

/** Whether a parameter is written as OpenAPI does by default. */
export function isDefault({ in: place, encoding }: Parameter): boolean {
  if (encoding.kind === "content" || place === "querystring") return false;
  return encoding.style === defaultStyle(place) && encoding.explode === defaultExplode(encoding.style) && !encoding.allowReserved;
}
