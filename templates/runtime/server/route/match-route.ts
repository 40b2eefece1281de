/**
 * Which operation a request line means, and with which path parameters.
 */
import type { BodyDecoder } from "../decode/body-decoder.js";
import type { DecodeParameters } from "../decode/parameter-decoder.js";
import { headerOf, type HttpExchange } from "./http-exchange.js";
import { mostParameters, Pairs, parsePairs } from "../decode/query-pairs.js";
import type { ProblemIssue } from "./problem.js";
import type { Candidate, Neighbour } from "./router.js";

/** What tells whether an operation takes a request. */
interface Choosable {
  readonly parameters: DecodeParameters;
  readonly body: BodyDecoder | undefined;
}

/** Path and query of a request target, which may be absolute. A fragment is never sent by anyone who knows HTTP. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.startsWith("/") ? target : target.replace(/^[^:/?#]+:\/\/[^/?#]*/, "");
  const hash = local.indexOf("#");
  const end = hash === -1 ? local.length : hash;
  const mark = local.indexOf("?");
  const hasQuery = mark !== -1 && mark < end;
  // No path stands for the shortest (RFC 9110, section 4.2.3).
  return { path: local.slice(0, hasQuery ? mark : end) || "/", query: hasQuery ? local.slice(mark + 1, end) : "" };
}

const noValues: ReadonlyMap<string, string> = new Map();

/** An operation, and the raw path parameters of a request to it, by name. */
export interface Match<R> {
  readonly route: R;
  readonly values: ReadonlyMap<string, string>;
}

/** What a request is for; `undefined` when none of the candidates takes it. */
export function matchRoute<R extends Choosable>(
  { candidates, values }: { readonly candidates: readonly Candidate<R>[]; readonly values: readonly string[] },
  query: string,
  exchange: HttpExchange,
): Match<R> | undefined {
  const match = candidates.length === 1 ? candidates[0] : chooseRoute(candidates, values, query, exchange);
  return match && { route: match.route, values: pathValues(match, divided(match, values)) };
}

/** Templates may carry the marks of RFC 6570 (`{.id*}`). */
function pathValues({ names }: Pick<Candidate<unknown>, "names">, values: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 0) return noValues;
  return new Map(
    names.flatMap((name, index): [string, string][] => [
      [name, values[index] ?? ""],
      [name.replace(/^[.;?]/, "").replace(/\*$/, ""), values[index] ?? ""],
    ]),
  );
}

/** Divisions that are tried from either end: a suffix such as `.json` is short, and the work grows no faster than the path. */
const mostDivisions = 40;

/**
 * The values with those divided anew that no text separates, or one that is in them, too: where the parameters allow what they get. Of
 * several such places it is the last.
 */
function divided<R extends Choosable>(candidate: Candidate<R>, values: readonly string[]): readonly string[] {
  return candidate.neighbours.reduce((all, neighbour) => dividedAt(neighbour, candidate, all), values);
}

function dividedAt<R extends Choosable>(
  { index, text: between }: Neighbour,
  { route, names }: Candidate<R>,
  values: readonly string[],
): readonly string[] {
  const text = `${values[index] ?? ""}${between}${values[index + 1] ?? ""}`;
  const places = between === "" ? divisionsOf(text.length) : placesOf(between, text);
  if (between !== "" && places.length < 2) return values; // nearly all
  const own = new Set<unknown>(Array.from(pathValues({ names: names.slice(index, index + 2) }, []).keys()));
  for (const at of places) {
    const tried = [...values.slice(0, index), text.slice(0, at), text.slice(at + between.length), ...values.slice(index + 2)];
    const issues: ProblemIssue[] = [];
    route.parameters({ path: pathValues({ names }, tried), query: "", headers: {} }, issues);
    if (!issues.some(({ in: place, path }) => place === "path" && own.has(path[0]))) return tried;
  }
  return values;
}

/** Where a text is in another one, neither at its beginning nor at its end: the last place first. */
function placesOf(between: string, text: string): readonly number[] {
  const places: number[] = [];
  let at = text.lastIndexOf(between, text.length - between.length - 1);
  for (; at > 0 && places.length < mostDivisions; at = text.lastIndexOf(between, at - 1)) places.push(at);
  return places;
}

function divisionsOf(length: number): readonly number[] {
  const fromEnd = Array.from({ length: Math.min(length - 1, mostDivisions) }, (_, step) => length - 1 - step);
  const fromStart = Array.from({ length: Math.min(length - 1, mostDivisions) }, (_, step) => step + 1);
  return [...new Set([...fromEnd, ...fromStart])];
}

/**
 * The operation that is meant where a description has several for one method and path. They differ by a query or a fragment in the
 * template, or by the type of a path parameter or of the body. It is the first whose query condition holds and that takes the request; one
 * that takes every path comes last.
 */
function chooseRoute<R extends Choosable>(
  candidates: readonly Candidate<R>[],
  values: readonly string[],
  query: string,
  exchange: HttpExchange,
): Candidate<R> | undefined {
  const conditional = candidates.some(({ condition }) => condition.length > 0);
  const parsed = conditional ? parsePairs(query, mostParameters) : undefined;
  const pairs = parsed instanceof Pairs ? parsed : undefined;
  const possible = candidates.filter(({ condition }) => condition.every(([name, value]) => pairs?.get(name)?.includes(value) === true));
  const contentType = headerOf(exchange, "content-type");
  const fitting = possible.filter((candidate) => {
    const { route } = candidate;
    const issues: ProblemIssue[] = [];
    route.parameters(
      { path: pathValues(candidate, divided(candidate, values)), query, headers: exchange.headers, reencoded: exchange.reencoded },
      issues,
    );
    return issues.length === 0 && (route.body === undefined || route.body.accepts(contentType));
  });
  return fitting.find((candidate) => isParticular(candidate, values.length)) ?? fitting[0] ?? possible[0];
}

/** Whether there are paths that an operation does not take, such as those that hold no UUID. */
function isParticular<R extends Choosable>({ route, names }: Candidate<R>, count: number): boolean {
  const issues: ProblemIssue[] = [];
  route.parameters({ path: pathValues({ names }, Array<string>(count).fill("~")), query: "", headers: {} }, issues);
  return issues.some((issue) => issue.in === "path");
}
