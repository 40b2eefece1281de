import { defaultsOf } from "../../model/ir/default-of.js";
import type { Api, Parameter } from "../../model/ir/types.js";
import type { Json } from "../../source/source-file.js";

/** The value an optional parameter has when it is not sent; `undefined` when the description has none, or none that is valid. */
export function defaultOf({ schemas }: Api, { required, schema }: Parameter): Json | undefined {
  return required ? undefined : defaultsOf(schemas)(schema);
}
