/**
 * Which operation a request line means, and with which path parameters.
 */
import type { BodyDecoder } from "../decode/body-decoder.js";
import type { DecodeParameters } from "../decode/parameter-decoder.js";
import { headerOf, type HttpExchange } from "./http-exchange.js";
import { mostParameters, Pairs, parsePairs } from "../decode/query-pairs.js";
import type { ProblemIssue } from "./problem.js";
import type { Candidate } from "./router.js";

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
  return match && { route: match.route, values: pathValues(match, values) };
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
  const fitting = possible.filter(({ route, names }) => {
    const issues: ProblemIssue[] = [];
    route.parameters({ path: pathValues({ names }, values), query, headers: exchange.headers, reencoded: exchange.reencoded }, issues);
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
