import type { DateFact, Lifecycle } from "../../model/ir/lifecycle.js";
import type { Operation } from "../../model/ir/operation.js";
import { code, literal, type Code } from "../print/code.js";

/** The fields of a `Deprecation` of `runtime/deprecated-operation.ts`, as far as the description says something. */
export function deprecationEntries(lifecycle: Lifecycle, byName: ReadonlyMap<string, Operation>): readonly Code[] {
  const { since, sunset, message, replacement, link, removedIn, stability } = lifecycle;
  return [
    ...(lifecycle.code === undefined ? [] : [code`code: ${literal(lifecycle.code)}`]),
    ...(since === undefined ? [] : [code`since: ${dateText(since)}`]),
    ...(sunset === undefined ? [] : [code`sunset: ${dateText(sunset)}`]),
    ...(message === undefined ? [] : [code`message: ${literal(message)}`]),
    ...(replacement === undefined ? [] : [code`replacement: ${replacementText(replacement, byName)}`]),
    ...(link === undefined ? [] : [code`link: ${literal(link)}`]),
    ...(removedIn === undefined ? [] : [code`removedIn: ${literal(removedIn)}`]),
    ...(stability === undefined || stability === "stable" ? [] : [code`stability: ${literal(stability)}`]),
  ];
}

function dateText({ text, epoch }: DateFact): Code {
  return literal({ date: text, epoch });
}

function replacementText(replacement: NonNullable<Lifecycle["replacement"]>, byName: ReadonlyMap<string, Operation>): Code {
  const note = replacement.note === undefined ? {} : { note: replacement.note };
  if (replacement.kind === "url") return literal({ url: replacement.url, ...note });
  if (replacement.kind === "text") return literal(note);
  const path = byName.get(replacement.operation)?.path;
  return literal({ operation: replacement.operation, ...(path === undefined ? {} : { path }), ...note });
}
