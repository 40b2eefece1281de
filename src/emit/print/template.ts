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

/** A template that somebody has taken over. It was checked, so that to fill the holes of its text cannot fail. */
export interface OwnTemplate {
  readonly fill: (view: object) => string;
  /** Names that its text imports or declares: what we import beside it is called otherwise. */
  readonly locals: readonly string[];
}

export type OwnTemplates = ReadonlyMap<TemplateName, OwnTemplate>;

/** The text of a template with its holes filled: of ours, or of one that takes its place. Throws when a hole of ours has no value: that is a bug. */
export function render<Template extends TemplateName>(name: Template, view: Views[Template], own?: OwnTemplates): Code {
  const taken = own?.get(name);
  if (taken !== undefined) return trusted(taken.fill(view));
  const specification = templates[name];
  if (specification === undefined) throw new InternalError(`No template ${name}`);
  return trusted(runtime.template<object>(specification)(view));
}

/** Names that are taken where somebody has taken a template over: none where it is ours. */
export const localsOf = (name: TemplateName, own: OwnTemplates | undefined): readonly string[] => own?.get(name)?.locals ?? [];
