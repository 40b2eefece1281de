import type { Server } from "../../ir/api.js";
import { canonical } from "../canonical.js";
import { shown, type Change } from "../change.js";
import { datesText, lifecycleChanges } from "../lifecycle-changes.js";

type Servers = readonly Server[];

/** Servers of an operation, by their addresses. Those of its own take the place of those of the whole, which it has where it has none. Code does not name them. */
export function serverChanges(
  [before, now]: readonly [Servers | undefined, Servers | undefined],
  [was, is]: readonly [Servers, Servers],
): readonly Change[] {
  if (before === undefined && now === undefined) return [];
  const [old, fresh] = [before ?? orUsual(was), now ?? orUsual(is)];
  const changes = [...firstChange(old, fresh), ...compareServers(old, fresh, "its server", false)];
  // A client lets its user choose among several of the whole; an operation with its own takes the first of them.
  if (changes.length > 0 || fresh.length < 2 || (before === undefined) === (now === undefined)) return changes;
  const text =
    now === undefined ? "it is sent to a server of the whole again" : "it names servers itself now, and goes to the first of them";
  return [{ rule: "server-own", text, breaking: false }];
}

/** Servers of the whole. Where a description has none, it has one at `/`. */
export function compareAllServers(before: Servers, now: Servers): readonly Change[] {
  if (isUsual(before) && isUsual(now)) return [];
  return [...firstChange(before, now), ...compareServers(before, now, "the server", true)];
}

/** What is taken where nobody chooses. */
function firstChange(before: Servers, now: Servers): readonly Change[] {
  const [first, was] = [now[0]?.url, before[0]?.url];
  const isKnown = before.some(({ url }) => url === first) && now.some(({ url }) => url === was);
  if (!isKnown || first === was) return [];
  return [{ rule: "server-first", text: `its first server is ${shown(first)} now, and was ${shown(was)}`, breaking: false }];
}

const usual: Server = { key: "", url: "/", description: undefined, lifecycle: undefined, variables: [] };
const orUsual = (servers: Servers): Servers => (servers.length === 0 ? [usual] : servers);

function isUsual([first, more]: Servers): boolean {
  return first === undefined || (more === undefined && first.url === "/" && first.lifecycle === undefined);
}

function compareServers(before: Servers, now: Servers, what: string, isNamed: boolean): readonly Change[] {
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
