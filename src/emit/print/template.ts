// The package has no exports map, and its types know the path without the extension only.
// eslint-disable-next-line @typescript-eslint/ban-ts-comment
// @ts-ignore -- see above; `runtime` is given its type below
import handlebarsRuntime from "handlebars/runtime.js";
import type { template } from "handlebars";
import { InternalError } from "../../diagnostic/diagnostic.js";
import { trusted, type Code } from "./code.js";
import type { TemplateName, Views } from "./views.js";
import { templates } from "../templates.gen.js";

const runtime = handlebarsRuntime as { template: typeof template };

/** Templates that people have taken over, by name: each fills the holes of its text. They were checked, so that it cannot fail. */
export type OwnTemplates = ReadonlyMap<TemplateName, (view: object) => string>;

/** The text of a template with its holes filled: of ours, or of one that takes its place. Throws when a hole of ours has no value: that is a bug. */
export function render<Template extends TemplateName>(name: Template, view: Views[Template], own?: OwnTemplates): Code {
  const fill = own?.get(name);
  if (fill !== undefined) return trusted(fill(view));
  const specification = templates[name];
  if (specification === undefined) throw new InternalError(`No template ${name}`);
  return trusted(runtime.template<object>(specification)(view));
}
