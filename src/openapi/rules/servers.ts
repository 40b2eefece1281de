import { diagnostic, excerpt } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { mostSuggestions, spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Resolved } from "../resolve/resolved.js";
import type { ServerObject } from "./types.js";

/** The names of the variables in the URL of a server, each once. */
function variablesIn(url: string): readonly string[] {
  return [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name))];
}

/** The names of those that the server does not describe. */
export function undescribedVariables(url: string, variables: object): readonly string[] {
  return variablesIn(url).filter((name) => !Object.hasOwn(variables, name));
}

/** Reports what is wrong with servers: their URLs, and variables that do not match these. */
export function reportServers(list: readonly ServerObject[] | undefined, resolved: Resolved, report: Report): void {
  for (const server of list ?? []) {
    const variables = server.variables ?? {};
    const url = (server as Partial<ServerObject>).url ?? ""; // Absent when it was of another type, which is reported.
    serverUrl(url, server, resolved, report);
    const shown = excerpt(url);
    const names = Object.keys(variables);
    for (const [index, name] of undescribedVariables(url, variables).entries()) {
      const near = index < mostSuggestions ? spellingSuggestion(name, names) : undefined;
      const hint = near === undefined ? 'Describe it in the "variables" of the server, with a default.' : `Did you mean "${near}"?`;
      const assumed = "it is any text, which a program must give";
      report(
        diagnostic("server-variable", `The server "${shown}" has no variable "${name}".`, { at: resolved.origin(server), hint, assumed }),
      );
    }
    const used = new Set(variablesIn(url));
    for (const [name, variable] of Object.entries(variables)) {
      if (used.has(name)) continue;
      const message = `The server "${shown}" does not contain its variable "${name}".`;
      const hint = "Remove it, or write it in braces into the URL.";
      report(diagnostic("server-variable", message, { at: resolved.origin(variable), severity: "info", hint }));
    }
    for (const [name, variable] of Object.entries(variables)) {
      if (variable.enum === undefined || variable.enum.includes(variable.default)) continue;
      const message = `The default "${variable.default}" of the server variable "${name}" is not one of its values.`;
      report(
        diagnostic("server-variable", message, {
          at: resolved.origin(variable),
          hint: variable.enum.length === 0 ? "Its enum has no values: remove it." : `Its values are ${variable.enum.join(", ")}.`,
        }),
      );
    }
  }
}

/** What is probably meant by a URL that leads to another place than its author thinks. */
function serverUrl(url: string, server: ServerObject, resolved: Resolved, report: Report): void {
  const found = mistakeInUrl(url);
  if (found === undefined) return;
  const [lacks, meant] = found;
  const hint = meant === undefined ? undefined : `Did you mean "${meant}"?`;
  report(diagnostic("server-url", `The server "${url}" ${lacks}.`, { at: resolved.origin(server), hint }));
}

/** A scheme that is misspelt, or none before what looks like the name of a host; braces that do not match. */
function mistakeInUrl(url: string): readonly [lacks: string, meant: string | undefined] | undefined {
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(url) ?? [];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    const meant = spellingSuggestion(scheme, ["http", "https"]);
    if (meant !== undefined) return [`begins with "${scheme}://"`, `${meant}://`];
  }
  const [, word = "", rest] = /^(https?)(?::\/?|\/\/|:\/{3,})([^/:].*)$/i.exec(url) ?? [];
  if (rest !== undefined) return ["has no :// behind its scheme", `${word}://${rest}`];
  const isHost = /^(?:(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?|(?:localhost|[\d.]{7,15})(?::\d+)?)(?:\/|$)/i.test(url);
  if (isHost && !/\.(?:json|ya?ml|php|html?)$/i.test(url))
    return ["is a path relative to the description", `${/^(?:localhost|[\d.]+)(?:[:/]|$)/i.test(url) ? "http" : "https"}://${url}`];
  const outside = url.replace(/\{[^{}]*\}/g, "");
  return /[{}]/.test(outside) ? ["has a brace without its other half", undefined] : undefined;
}
