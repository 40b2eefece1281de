// The package has no exports map, and its types know the path without the extension only.
// eslint-disable-next-line @typescript-eslint/ban-ts-comment
// @ts-ignore -- see above; `runtime` is given its type below
import handlebarsRuntime from "handlebars/runtime.js";
import type { template } from "handlebars";
import { InternalError } from "../../diagnostic/diagnostic.js";
import { trusted, type Code } from "./code.js";
import { templates } from "../templates.gen.js";

const runtime = handlebarsRuntime as { template: typeof template };

/** What a template may be given: code, flags, and lists of views. No plain strings, so no words of a description. */
export interface View {
  readonly [name: string]: Code | boolean | readonly View[];
}

/** The text of a template with its holes filled. Throws when a hole has no value: a view that misses a field is our bug. */
export function render(name: string, view: View): Code {
  const specification = templates[name];
  if (specification === undefined) throw new InternalError(`No template ${name}`);
  return trusted(runtime.template<View>(specification)(view));
}
