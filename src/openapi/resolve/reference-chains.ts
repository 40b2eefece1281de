import { diagnostic } from "../../diagnostic/catalogue.js";
import { edgesOf, type Edge } from "./reference-cycles.js";
import { originAt } from "./document-location.js";
import type { DynamicReferences } from "./resolved.js";
import type { WalkState } from "./walk.js";

/** Real descriptions have chains of some ten. What a schema is has to be known in one go, and each reference on the way costs stack and time. */
const maxReferenceSteps = 200;

interface Step {
  readonly name: string;
  readonly edges: Edge[];
  /** References on the longest way from here. */
  length: number;
}

/**
 * Reports a chain of references that is too long, and cuts it and all others like it. Only references about the same value count: `$ref`
 * alone, in `allOf`, `anyOf` and the like. A property or an item begins a chain of its own. There are no circles.
 */
export function cutLongChains(state: WalkState, dynamic: DynamicReferences | undefined): void {
  let isReported = false;
  for (const [kind, targets] of state.targets) {
    const lengths = new Map<string, number>();
    const step = (name: string): Step => ({ name, edges: edgesOf(kind, targets.get(name), dynamic), length: 0 });
    for (const start of targets.keys()) {
      if (lengths.has(start)) continue;
      const stack = [step(start)];
      lengths.set(start, 0);
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const edge = top.edges.at(-1);
        const length = edge === undefined ? undefined : targets.has(edge.to) ? lengths.get(edge.to) : 0;
        if (edge === undefined) {
          lengths.set(top.name, top.length);
          stack.pop();
        } else if (length === undefined) {
          lengths.set(edge.to, 0); // Once more on the way, it would be a circle; those have been cut.
          stack.push(step(edge.to));
        } else {
          top.edges.pop();
          if (length < maxReferenceSteps) top.length = Math.max(top.length, length + 1);
          else {
            if (!isReported) report(edge, state);
            isReported = true;
            Reflect.deleteProperty(edge.holder, edge.key);
          }
        }
      }
    }
  }
}

function report({ holder, key }: Edge, { locations, diagnostics }: WalkState): void {
  const location = locations.get(holder);
  const at = location === undefined ? undefined : { ...originAt(location), pointer: `${originAt(location).pointer}/${key}` };
  diagnostics.push(
    diagnostic("ref-chain", `From here, one reference leads to the next more than ${maxReferenceSteps} times.`, {
      at,
      hint: "Refer to the last target directly.",
    }),
  );
}
