/** Whether a property is an object's own: `Object.hasOwn`, for programs whose `lib` is older than ES2022. */
export function hasOwn(object: object, name: PropertyKey): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}
