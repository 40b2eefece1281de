/** Keywords that tell about a value and say nothing of what is valid. */
const annotations: ReadonlySet<string> = new Set(
  "title description summary default deprecated readOnly writeOnly example examples externalDocs xml $comment".split(" "),
);

/** Whether a keyword of a schema only tells about its values. */
export function isAnnotation(key: string): boolean {
  return annotations.has(key) || key.startsWith("x-");
}
