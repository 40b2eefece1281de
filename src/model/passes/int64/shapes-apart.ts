import type { ValueShape } from "./value-shape.js";

/** What is looked at of a shape. @see runtime/shared/has-shape.ts */
interface Shape {
  readonly types?: readonly string[];
  readonly values?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Shape };
  readonly all?: readonly Shape[];
  readonly any?: readonly Shape[];
}

/** Whether a member, or one further inside, is a constant in one shape and not that constant in the other: then a look at it tells which of both is meant. */
export function areToldByConstants(one: ValueShape, other: ValueShape): boolean {
  return haveMembersApart(one.shape, other.shape);
}

function haveMembersApart(one: Shape, other: Shape): boolean {
  return someParts(one, other, (left, right) => {
    const members = right.properties ?? {};
    return Object.entries(left.properties ?? {}).some(([name, member]) => {
      const same = Object.hasOwn(members, name) ? members[name] : undefined;
      return same !== undefined && (areApart(member, same) || haveMembersApart(member, same));
    });
  });
}

function areApart(one: Shape, other: Shape): boolean {
  return someParts(
    one,
    other,
    (left, right) =>
      (left.values !== undefined && !left.values.some((value) => isTaken(value, right))) ||
      (right.values !== undefined && !right.values.some((value) => isTaken(value, left))),
  );
}

/** What is true of two shapes that hold of the values; of any of several, where it is true of each. */
function someParts(one: Shape, other: Shape, isTrue: (left: Shape, right: Shape) => boolean): boolean {
  if (isTrue(one, other)) return true;
  const left = (shape: Shape): boolean => someParts(shape, other, isTrue);
  const right = (shape: Shape): boolean => someParts(one, shape, isTrue);
  return (
    one.all?.some(left) === true || one.any?.every(left) === true || other.all?.some(right) === true || other.any?.every(right) === true
  );
}

function isTaken(value: unknown, { types, values }: Shape): boolean {
  if (values !== undefined) return values.includes(value);
  if (types === undefined) return true;
  const own = value === null ? ["null"] : typeof value === "number" ? ["number", "integer", "int64", "uint64"] : [typeof value];
  return types.some((type) => own.includes(type));
}
