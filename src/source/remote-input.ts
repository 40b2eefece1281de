import type { Origin } from "../diagnostic/diagnostic.js";

/** A description on the network, as a configuration names it: nothing in it is filled in from the environment yet. */
export interface RemoteInput {
  /** http(s). Its query may have variables, as headers may. */
  readonly url: string;
  readonly headers: readonly WrittenHeader[];
  /** Absolute path of the copy that is generated from; undefined where the URL is. */
  readonly snapshot: string | undefined;
  /** Where the configuration names it. */
  readonly at: Origin;
}

/** A header of requests for it. In its value, `${NAME}` stands for a variable of the environment, and `$${` for `${`. */
export interface WrittenHeader {
  readonly name: string;
  readonly value: string;
  readonly at: Origin;
}

/** A part of a text with variables. */
export type TemplatePart = { readonly kind: "text"; readonly text: string } | { readonly kind: "variable"; readonly name: string };

const part = /\$\$\{|\$\{([^{}]*)\}|\$\{/g;

/** The parts of a text; a sentence's end that says what is wrong with it where a `${` is no variable. */
export function parseTemplate(text: string): readonly TemplatePart[] | string {
  const parts: TemplatePart[] = [];
  const add = (more: string): void => {
    if (more !== "") parts.push({ kind: "text", text: more });
  };
  let end = 0;
  for (const found of text.matchAll(part)) {
    add(text.slice(end, found.index));
    end = found.index + found[0].length;
    const [whole, name] = found;
    if (whole === "$${") add("${");
    else if (name === undefined) return "has a `${` without its `}`";
    else if (!/^[A-Za-z_]\w*$/.test(name)) return "has a variable whose name is not made of letters, digits and _";
    else parts.push({ kind: "variable", name });
  }
  add(text.slice(end));
  return parts;
}
