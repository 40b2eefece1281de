/** Descriptions with as many of something as a test asks for. */

export const list = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
export const members = (count: number, value: unknown = { type: "string" }): object =>
  Object.fromEntries(list(count, (index) => [`p${String(index)}`, value]));
export const answering = (schema: object): object => ({
  "/a": { get: { operationId: "getA", responses: { 200: { description: "ok", content: { "application/json": { schema } } } } } },
});
export const described = (paths: object, schemas: object = {}): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } });
export const object = (index: number): object => ({ type: "object", properties: { [`p${String(index)}`]: { type: "string" } } });

export const schemaPath = (name: string): string => `#/components/schemas/${name}`;
export const integer = { type: "integer", format: "int64" };
