import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { matchesPattern } from "../patterns/text-pattern.js";
import type { Api } from "../ir/api.js";
import { isConjunction } from "../ir/kinds.js";
import type { Schema } from "../ir/schema.js";
import { holdingsOf, type Holding } from "./defaults/holdings.js";

/** Names that a message has. */
const mostNames = 3;

/**
 * Looks for schemas whose parts forbid each other's members: a base with `additionalProperties: false`, and a child in `allOf` that adds some.
 * A part in place that closes what an open one describes may mean to leave its members out.
 */
export function closedParts({ schemas }: Api, report: Report): (schema: Schema) => void {
  return (schema) => {
    if (partsOf(schema) < 2) return;
    const holdings = holdingsOf(schema, schemas).filter(({ isChosen }) => !isChosen);
    const closed = holdings.filter(isClosed);
    const strict = forbiddenNames(holdings.filter(isClosed), closed);
    const names = new Set([
      ...strict,
      ...forbiddenNames(
        holdings,
        closed.filter(({ isOwn }) => !isOwn),
      ),
    ]);
    if (names.size === 0) return;
    const { file, pointer } = schema.origin;
    const message = `No value may have ${listed([...names])}: "additionalProperties: false" of another part forbids what it does not describe itself.`;
    const hint = 'Remove it from the parts. From OpenAPI 3.1 on write "unevaluatedProperties: false" around them.';
    report(diagnostic("schema-impossible", message, { at: { file, pointer }, hint }));
  };
}

/** The names that some parts describe and one of others forbids. Each is asked for once: parts that describe the same are asked as often as they do. */
function forbiddenNames(holdings: readonly Holding[], closed: readonly Holding[]): readonly string[] {
  if (closed.length === 0) return [];
  const names = new Set(holdings.flatMap(({ assertion }) => assertion.properties.map(({ name }) => name)));
  return [...names].filter((name) => closed.some((other) => forbids(other, name)));
}

/** How many schemas a schema is put together of. */
function partsOf({ assertions }: Schema): number {
  const others = assertions.filter(isConjunction).reduce((sum, each) => sum + ("members" in each ? each.members.length : 1), 0);
  return others === 0 ? 0 : others + (assertions.some(({ kind }) => kind === "object") ? 1 : 0);
}

const isClosed = ({ assertion }: Holding): boolean =>
  assertion.additionalProperties?.hidden === undefined &&
  assertion.additionalProperties?.assertions.some(({ kind }) => kind === "never") === true;

/** A pattern that cannot be tried may match. */
const forbids = ({ assertion, byName }: Holding, name: string): boolean =>
  !byName.has(name) && assertion.patternProperties.every((pattern) => matchesPattern(pattern, name) === false);

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => JSON.stringify(name));
  return names.length > mostNames ? `${shown.join(", ")} and ${String(names.length - mostNames)} more` : shown.join(", ");
}
