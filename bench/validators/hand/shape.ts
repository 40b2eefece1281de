/** A shape, by hand: a name that only one kind has says which it is, and as many names as that kind has leave no others. */
type Values = Readonly<Record<string, unknown>>;

export function isShape(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const shape = value as Values; // an object, as was asked
  if (shape["centre"] !== undefined) return isRound(shape);
  if (shape["corner"] !== undefined) {
    if (!isPoint(shape["corner"])) return false;
    if (shape["side"] !== undefined) return isCount(shape["side"]) && namesOf(shape) === 2;
    return isCount(shape["width"]) && isCount(shape["height"]) && namesOf(shape) === 3;
  }
  if (shape["at"] !== undefined) {
    if (!isPoint(shape["at"])) return false;
    if (shape["href"] !== undefined) return typeof shape["href"] === "string" && namesOf(shape) === 2;
    const { text, size } = shape;
    return typeof text === "string" && (size === undefined ? namesOf(shape) === 2 : isCount(size) && namesOf(shape) === 3);
  }
  if (shape["from"] !== undefined) return isPoint(shape["from"]) && isPoint(shape["to"]) && namesOf(shape) === 2;
  if (shape["points"] !== undefined) {
    const { points, open } = shape;
    if (!Array.isArray(points) || !points.every(isPoint)) return false;
    return open === undefined ? namesOf(shape) === 1 : typeof open === "boolean" && namesOf(shape) === 2;
  }
  const { members, name } = shape;
  if (!Array.isArray(members) || !members.every(isText)) return false;
  return name === undefined ? namesOf(shape) === 1 : typeof name === "string" && namesOf(shape) === 2;
}

function isRound(shape: Values): boolean {
  if (!isPoint(shape["centre"])) return false;
  if (shape["radius"] === undefined) return isCount(shape["radiusX"]) && isCount(shape["radiusY"]) && namesOf(shape) === 3;
  if (!isCount(shape["radius"])) return false;
  if (shape["start"] === undefined) return namesOf(shape) === 2;
  return Number.isInteger(shape["start"]) && Number.isInteger(shape["end"]) && namesOf(shape) === 4;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isCount = (value: unknown): boolean => typeof value === "number" && Number.isInteger(value) && value >= 0;

function isPoint(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const point = value as Values; // an object, as was asked
  return Number.isInteger(point["x"]) && Number.isInteger(point["y"]) && namesOf(point) === 2;
}

function namesOf(value: Values): number {
  let count = 0;
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- names are only counted
  for (const _ in value) count += 1;
  return count;
}
