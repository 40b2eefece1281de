import type { Schema } from "./schema.js";

/** What takes every value: also what schemas are made from that no description has. */
export const emptySchema: Schema = {
  origin: { file: "", pointer: "" },
  doc: {},
  assertions: [],
  default: undefined,
  examples: [],
  readOnly: false,
  writeOnly: false,
};
