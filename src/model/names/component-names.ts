import type { RefName } from "./ref-name.js";
import { createScope, type Scope } from "./identifiers.js";
import { maxKeyLength } from "./type-keys.js";
import { pascalCase, shortHash } from "./letter-case.js";

export type Section = "parameters" | "responses" | "requestBodies" | "headers";

/** Keys in the generated `components`, for what a description shares by reference. */
export interface ComponentNames {
  /** The name of what `ref` leads to (`value`), the same at each call; `undefined` when there was no reference. */
  of(section: Section, ref: string | undefined, value: object): string | undefined;
}

export function createComponentNames(refName: (ref: string) => RefName): ComponentNames {
  const sections = new Map<Section, { readonly scope: Scope; readonly known: Map<object, string> }>();
  return {
    of(section, ref, value) {
      if (ref === undefined) return undefined;
      const { scope, known } = sections.get(section) ?? { scope: createScope(), known: new Map<object, string>() };
      sections.set(section, { scope, known });
      const name = known.get(value) ?? scope.take(candidates(refName(ref)));
      known.set(value, name);
      return name;
    },
  };
}

function candidates({ last, parents }: RefName): readonly [string, ...string[]] {
  const natural = key(last);
  return [natural, ...parents.map((parent) => key(`${parent} ${last}`))];
}

/** A name as written, unless nobody would type it. */
function key(text: string): string {
  if (text !== "" && text.length <= maxKeyLength) return text;
  const name = pascalCase(text).slice(0, 80);
  return name === "" ? `_${shortHash(text)}` : /^\d/.test(name) ? `_${name}` : name;
}
