/**
 * The method of an object or of its class, by a name that a description has chosen. What every object has is none: an operation may be
 * called `toString`.
 */
export function methodOf(object: object, name: string): ((...given: never[]) => unknown) | undefined {
  const found: unknown = Reflect.get(object, name);
  const isMethod = typeof found === "function" && found !== Reflect.get(Object.prototype, name);
  return isMethod ? (found as (...given: never[]) => unknown) : undefined; // a function takes whatever it is given
}
