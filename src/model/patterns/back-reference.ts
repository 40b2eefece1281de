/** What a reference back may match, without what its group did match. */
import { visitRegExpAST, type AST } from "@eslint-community/regexpp";

/** Whether a reference stands in its own group, where that has matched nothing yet: it matches nothing, too. */
export function isInOwnGroup(reference: AST.Backreference, group: AST.CapturingGroup): boolean {
  return ancestorsOf(reference).includes(group);
}

/** Whether a group has matched wherever the reference to it is reached. One to a group that has not matched matches nothing. */
export function hasMatched(reference: AST.Backreference, group: AST.CapturingGroup): boolean {
  const around = ancestorsOf(reference);
  const way = [group, ...ancestorsOf(group)];
  const meeting = way.findIndex((node) => around.includes(node));
  const common = way[meeting];
  // They part where one of several alternatives is taken.
  if (common?.type !== "Alternative") return false;
  // What stands in a lookbehind is matched from its end.
  if (ancestorsOf(common).some(isLookbehind)) return false;
  const before = way.slice(0, meeting);
  return (before.at(-1)?.start ?? Infinity) < reference.start && before.every(isAlwaysMatched);
}

/** Whether a node takes part in every match of the one around it. */
function isAlwaysMatched(node: AST.Node): boolean {
  switch (node.type) {
    case "Alternative":
      return node.parent.alternatives.length === 1;
    case "Quantifier":
      return node.min > 0;
    case "Assertion":
      return "negate" in node && !node.negate;
    default:
      return true;
  }
}

function ancestorsOf(node: AST.Node): readonly AST.Node[] {
  const found: AST.Node[] = [];
  for (let { parent } = node; parent !== null; { parent } = parent) found.push(parent);
  return found;
}

/**
 * An alternative that refers back, with as few rounds at its end as it takes to match: `(.)\1{2,}` as `(.)\1{2}`. With these it has matched,
 * so that the rounds after them are tried once, and nothing comes back to them. That adds the length of the text, where matches begin at a
 * bounded number of places.
 */
export function withShortEnd(alternative: AST.Alternative): AST.Alternative {
  const last = isLookbehind(alternative.parent) ? undefined : alternative.elements.at(-1);
  if (last?.type !== "Quantifier" || last.min === last.max || !goesOneWay(last.element) || !refersBack(alternative)) return alternative;
  return { ...alternative, elements: [...alternative.elements.slice(0, -1), { ...last, max: last.min }] };
}

const isLookbehind = (node: AST.Node): boolean => node.type === "Assertion" && node.kind === "lookbehind";

const goesOneWay = ({ type }: AST.Element): boolean =>
  type === "Character" || type === "CharacterSet" || type === "CharacterClass" || type === "Backreference";

function refersBack(alternative: AST.Alternative): boolean {
  let found = false;
  visitRegExpAST(alternative, { onBackreferenceEnter: () => (found = true) });
  return found;
}
