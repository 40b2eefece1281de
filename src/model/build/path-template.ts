import type { PathPart, Style } from "../ir/operation.js";

/**
 * The text and the parameters of a path, in order. What follows a `?` or `#` is no part of the path that is routed. Some
 * descriptions write the style into the path, as RFC 6570 does (`{.id*}`): where only the bare name is declared, it is meant.
 */
export function splitPath(path: string, declared: ReadonlySet<string>): readonly PathPart[] {
  const parts: PathPart[] = [];
  const [routed = ""] = path.split(/[?#](?![^{]{0,500}\})/, 1);
  for (const [index, piece] of routed.split(/\{([^{}]*)\}/).entries()) {
    if (index % 2 === 1) parts.push({ kind: "parameter", name: declared.has(piece) || !declared.has(bare(piece)) ? piece : bare(piece) });
    else if (piece !== "") parts.push({ kind: "text", text: piece });
  }
  return parts;
}

/** The styles that RFC 6570 writes into a path, `{.id}`, `{;id*}`, `{id*}`, by the names of parameters: the first of each. */
export function writtenStyles(path: string): ReadonlyMap<string, { readonly style: Style; readonly explode: boolean }> {
  const styles = new Map<string, { readonly style: Style; readonly explode: boolean }>();
  for (const [, inside = ""] of path.matchAll(/\{([^{}]*)\}/g)) {
    const operator = /^[.;]/.exec(inside)?.[0] ?? "";
    const explode = inside.endsWith("*");
    const name = inside.slice(operator.length, explode ? -1 : undefined);
    if (styles.has(name) || (operator === "" && !explode)) continue;
    styles.set(name, { style: operator === "." ? "label" : operator === ";" ? "matrix" : "simple", explode });
  }
  return styles;
}

function bare(name: string): string {
  return name.replace(/^[.;?]/, "").replace(/\*$/, "");
}

/** The names and values of a query in a path that are sent as they are written. */
export function fixedQuery(path: string): ReadonlyMap<string, string> {
  const pairs = pairsIn(path).filter((pair) => !pair.includes("{"));
  return new Map(new URLSearchParams(pairs.join("&")));
}

/** The pairs of the query in a path, as they are written. */
function pairsIn(path: string): readonly string[] {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(path) ?? [];
  return query.split("&").filter((pair) => pair !== "");
}

/** The pairs of a query in a path that have a parameter for their value: `name={parameter}`. */
export function queryTemplate(path: string): readonly { readonly name: string; readonly parameter: string }[] {
  return pairsIn(path).flatMap((pair) => {
    const [, name = "", parameter = ""] = /^([^={}]*)=?\{([^{}]+)\}$/.exec(pair) ?? [];
    return parameter === "" ? [] : [{ name: name === "" ? parameter : name, parameter }];
  });
}
