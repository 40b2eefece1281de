/**
 * How many checks one part of a value can be held against. Layers of schemas that all lead on to the same next ones have far more ways
 * through them than schemas: where there are many, checks remember, as those of circles do.
 */
import { surveyOf } from "../../../model/ir/survey.js";
import { stronglyConnected } from "../../../model/ir/strongly-connected-components.js";
import type { Schema, SchemaId } from "../../../model/ir/schema.js";
import { rivals } from "../alternatives/alternatives.js";
import type { Choices } from "../function-scope.js";
import type { Graph } from "../graph.js";
import { anyItem, anyName, read, type Reading, type Step } from "./value-reading.js";

/** Checks that a value is held against. */
interface Visits {
  /** The value itself. */
  readonly here: number;
  /** A part of it, by the first step to it: for `anyName` what holds of all names. */
  readonly below: ReadonlyMap<Step, number>;
}

/** More questions than this about one value are too many. No check of a described API that we know is asked as many. */
const limit = 1000;
/** More steps than this are not told apart. */
const maxSteps = 250;

const noVisits: Visits = { here: 0, below: new Map() };

/** Schemas of which a value is held against more than a thousand checks, those of circles counted once. */
export function oftenAskedIds(graph: Graph, choices: Pick<Choices, "discriminator">): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  const known = new Map<SchemaId, Visits>();
  const reading = readingOf(graph, known, (assertion) => [assertion.members]);
  // Asked where it matters alone, for it takes longer: most alternatives are told apart before they are asked.
  const exactly = readingOf(graph, known, (assertion) => rivals(assertion, graph, choices.discriminator === "exact"));
  for (const id of partsFirst(graph)) {
    const schema = graph.schemas.get(id)?.schema;
    if (schema === undefined || graph.resolve(id)?.id !== id) continue;
    let visits = read(schema, reading);
    if (sumOf(visits) >= limit) visits = read(schema, exactly);
    known.set(id, { here: sum(visits.here, 1), below: visits.below });
    if (sumOf(visits) >= limit) found.add(id);
  }
  return found;
}

/** Each schema after those that it refers to, circles aside. */
function partsFirst({ schemas }: Graph): readonly SchemaId[] {
  const components = stronglyConnected<SchemaId>((id) => {
    const schema = schemas.get(id)?.schema;
    return schema === undefined ? [] : surveyOf(schema).references;
  });
  for (const id of schemas.keys()) components.follow(id);
  const number = (id: SchemaId): number => components.of.get(id) ?? 0;
  return [...schemas.keys()].sort((a, b) => number(a) - number(b));
}

function readingOf(
  graph: Graph,
  known: ReadonlyMap<SchemaId, Visits>,
  rivalsOf: (assertion: Parameters<Reading<Visits>["ofAlternatives"]>[0]) => readonly (readonly Schema[])[],
): Reading<Visits> {
  const reading: Reading<Visits> = {
    nothing: noVisits,
    // One that leads back has not been counted yet.
    ofNamed: (target) => known.get(graph.resolve(target)?.id ?? target) ?? { here: 1, below: noVisits.below },
    ofAlternatives: (assertion) => either(rivalsOf(assertion).map((schemas) => all(schemas.map((schema) => read(schema, reading))))),
    step(name, schema) {
      const visits = schema === undefined ? 0 : sumOf(read(schema, reading));
      return visits === 0 ? noVisits : { here: 0, below: new Map([[name, visits]]) };
    },
    all,
    either,
  };
  return reading;
}

const sum = (one: number, other: number): number => Math.min(one + other, limit);

/** Of the value and of the part of it that is asked about most. */
const sumOf = ({ here, below }: Visits): number => sum(here, mostBelow(below));

function mostBelow(below: Visits["below"]): number {
  const ofAnyName = below.get(anyName) ?? 0;
  let most = 0;
  for (const [step, visits] of below) most = Math.max(most, step === anyItem || step === anyName ? visits : visits + ofAnyName);
  return most;
}

function all(parts: readonly Visits[]): Visits {
  return merged(parts, (counted) => {
    const below = new Map<Step, number>();
    for (const part of counted) for (const [step, visits] of part.below) below.set(step, sum(below.get(step) ?? 0, visits));
    return { here: counted.reduce((here, part) => sum(here, part.here), 0), below };
  });
}

function either(parts: readonly Visits[]): Visits {
  return merged(parts, (counted) => {
    let [here, ofAnyName] = [0, 0];
    // One by one: half a million properties would not fit on the stack as arguments.
    for (const part of counted) {
      here = Math.max(here, part.here);
      ofAnyName = Math.max(ofAnyName, part.below.get(anyName) ?? 0);
    }
    const below = new Map<Step, number>(ofAnyName === 0 ? [] : [[anyName, ofAnyName]]);
    for (const part of counted) {
      for (const [step, visits] of part.below) {
        // A name is one of any, so what is counted for all is not counted again.
        const own = step === anyItem || step === anyName ? visits : visits + (part.below.get(anyName) ?? 0) - ofAnyName;
        if (own > (below.get(step) ?? 0)) below.set(step, own);
      }
    }
    return { here, below };
  });
}

function merged(parts: readonly Visits[], merge: (counted: readonly Visits[]) => Visits): Visits {
  const counted = parts.filter((visits) => visits.here > 0 || visits.below.size > 0);
  const [only] = counted;
  if (only === undefined) return noVisits;
  const visits = counted.length === 1 ? only : merge(counted);
  return visits.below.size > maxSteps ? { here: visits.here, below: new Map([[anyName, mostBelow(visits.below)]]) } : visits;
}
