import type { Server } from "../../ir/api.js";
import { canonical } from "../canonical.js";
import { shown, type Change } from "../change.js";
import { datesText, lifecycleChanges } from "../lifecycle-changes.js";

/** Servers of an operation, by their addresses. Code does not name them. */
export function serverChanges(before: readonly Server[] | undefined, now: readonly Server[] | undefined): readonly Change[] {
  return compareServers(before ?? [], now ?? [], "its server", false);
}

/** Servers of the whole. Where a description has none, it has one at `/`. */
export function compareAllServers(before: readonly Server[], now: readonly Server[]): readonly Change[] {
  if (isUsual(before) && isUsual(now)) return [];
  const [first, was] = [now[0]?.url, before[0]?.url];
  const isKnown = before.some(({ url }) => url === first) && now.some(({ url }) => url === was);
  const moved = { rule: "server-first", text: `its first server is ${shown(first)} now, and was ${shown(was)}`, breaking: false };
  return [...(isKnown && first !== was ? [moved] : []), ...compareServers(before, now, "the server", true)];
}

function isUsual([first, more]: readonly Server[]): boolean {
  return first === undefined || (more === undefined && first.url === "/" && first.lifecycle === undefined);
}

function compareServers(before: readonly Server[], now: readonly Server[], what: string, isNamed: boolean): readonly Change[] {
  const [old, fresh] = [new Map(before.map((each) => [each.url, each])), new Map(now.map((each) => [each.url, each]))];
  const changes: Change[] = [];
  const say = (rule: string, url: string, text: string, breaking: boolean): void =>
    void changes.push({ rule, text: `${what} ${JSON.stringify(url)} ${text}`, breaking });
  for (const url of old.keys()) if (!fresh.has(url)) say("server-removed", url, "is gone", true);
  for (const [url, server] of fresh) {
    const was = old.get(url);
    if (was === undefined) {
      const { lifecycle } = server;
      say("server-added", url, lifecycle?.deprecated === true ? `is new, and deprecated${datesText(lifecycle)}` : "is new", false);
      continue;
    }
    const [a, b] = [was, server].map(({ variables }) => canonical(variables, "variables").text);
    if (a !== b) say("server-variables", url, "has other variables now", true);
    if (isNamed && was.key !== server.key) say("server-renamed", url, `is called ${server.key} in code now, and was ${was.key}`, true);
    for (const clause of lifecycleChanges(was.lifecycle, server.lifecycle)) say("lifecycle", url, clause, false);
  }
  return changes;
}
