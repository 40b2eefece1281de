import type { Api } from "../../model/ir/api.js";
import type { DeprecatedElement } from "../../model/ir/lifecycle.js";
import type { Operation } from "../../model/ir/operation.js";
import { code, indent, join, literal, type Code } from "../print/code.js";
import { braces } from "../print/layout.js";
import type { Constant } from "./deprecated-parts-code.js";
import { deprecationEntries } from "./deprecation-entries.js";

/** The constant about what else is deprecated, with the place of each in the description; none where nothing is. */
export function deprecatedElementsCode(api: Api): readonly Constant[] {
  const { deprecatedElements: elements } = api;
  if (elements.length === 0) return [];
  const byName = new Map(api.operations.map((operation) => [operation.names.value, operation]));
  // One to a line, or to several: what is added later changes no other.
  const lines = join(
    elements.map((element) => code`${elementCode(element, byName)},`),
    "\n",
  );
  const comment = code`/** What else is deprecated, as met; \`at\` is the JSON Pointer of its place in the description. */`;
  return [{ name: "deprecatedElements", text: code`${comment}\nexport const deprecatedElements = [\n${indent(lines)}\n] as const;` }];
}

/** Without `strictNullChecks`, null alone would be of any type. */
const nullCode = code`null as null`;

function elementCode({ what, name, pointer, value, lifecycle }: DeprecatedElement, byName: ReadonlyMap<string, Operation>): Code {
  return braces(
    [
      code`what: ${literal(what)}`,
      ...(value !== undefined
        ? [code`value: ${value === null ? nullCode : literal(value)}`]
        : name === undefined
          ? []
          : [code`name: ${literal(name)}`]),
      code`at: ${literal(pointer)}`,
      ...deprecationEntries(lifecycle, byName),
    ],
    4,
  );
}
