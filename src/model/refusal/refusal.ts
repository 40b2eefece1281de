import type { Json } from "../../source/source-file.js";
import type { Api } from "../ir/api.js";
import type { PatternAnalyses } from "../patterns/analyse-patterns.js";
import type { Assertion, Schema } from "../ir/schema.js";
import { refusalOfAll, refusalOfAny, refusalOfBranch, refusalOfNegation, refusalOfOne } from "./alternatives.js";
import type { Checks } from "./checks.js";
import { refusalOfList } from "./lists.js";
import { here, type Look, type Refusal, type Verdict } from "./look.js";
import { refusalOfMembers } from "./members.js";
import { refusalOfNumber, refusalOfString, refusalOfType, refusalOfValue } from "./scalars.js";
import { refusalOfUnevaluated, refusalOfUnevaluatedItems } from "./unevaluated.js";

/** How a value is held against a schema. */
export interface Held {
  readonly schemas: Api["schemas"];
  /**
   * Whether patterns are tried. Only where slow ones have a limit: one may take its time. What is known of the slow ones gives them one.
   */
  readonly patterns?: boolean | PatternAnalyses;
  /** What formats and divisors are held against; without it they are not looked at. */
  readonly checks?: Checks | undefined;
  /** Whether the tag that a discriminator is about decides which alternative is asked; it does where nothing is said. */
  readonly tags?: boolean;
  /** Whether the value may be of a request as well as of a response: what is only read, or only written, may be missing. */
  readonly eitherWay?: boolean;
  /** How many schemas may be looked at for all values together, where that is limited: when none is left, nothing is certain. */
  readonly left?: { steps: number };
  /** Whether a schema is known to take its own default, with all that it says. Nothing is known where nothing is said. */
  readonly takesDefault?: (schema: Schema) => boolean;
}

/** Deeper than this nobody writes a value into a description. */
const maxNesting = 40;

/** Schemas that are looked at for one value. Alternatives that refer to one another could be tried in more ways than there is time for. */
const maxSteps = 100_000;

/** Whether a schema certainly refuses a value. */
export function isInvalid(schema: Pick<Schema, "assertions">, value: Json, held: Held): boolean {
  return refusalOf(schema, value, held) !== undefined;
}

/**
 * Why a schema certainly refuses a value; `undefined` where it takes it, or where that is not certain: a pattern or a format was not looked
 * at, or there are more ways to try than there is time for.
 */
export function refusalOf({ assertions }: Pick<Schema, "assertions">, value: Json, held: Held): Refusal | undefined {
  return new Hold(held).refusalBy(assertions, value);
}

/** Why a schema refuses a value; or else whether it certainly takes it, patterns and formats that were not looked at included. */
export function verdictOf(schema: Schema, value: Json, held: Held): Verdict {
  return new Hold(held).verdict(schema, value);
}

/** Takes one step of those that are left for all values; true where there is none. */
function isSpent({ left }: Held): boolean {
  if (left === undefined) return false;
  left.steps -= 1;
  return left.steps < 0;
}

/** One value that is held against one schema. */
class Hold implements Look {
  #steps = 0;
  #depth = 0;
  #doubts = 0;
  /** What was found of named schemas: many ways may lead to each of them. */
  readonly #known = new Map<Schema, Map<Json, Verdict>>();

  readonly held: Held;

  constructor(held: Held) {
    this.held = held;
  }

  doubt(): void {
    this.#doubts += 1;
  }

  refusal(schema: Schema, value: Json): Refusal | undefined {
    if (schema.default === value && this.held.takesDefault?.(schema) === true) return undefined;
    this.#steps += 1;
    if (this.#depth > maxNesting || this.#steps > maxSteps || isSpent(this.held)) {
      this.doubt();
      return undefined;
    }
    this.#depth += 1;
    const found = this.refusalBy(schema.assertions, value);
    this.#depth -= 1;
    return found;
  }

  refusalByNamed(schema: Schema, value: Json): Refusal | undefined {
    const known = this.#known.get(schema) ?? new Map<Json, Verdict>();
    const verdict = known.get(value) ?? this.verdict(schema, value);
    this.#known.set(schema, known.set(value, verdict));
    if (verdict === "uncertain") this.doubt();
    return typeof verdict === "string" ? undefined : verdict;
  }

  verdict(schema: Schema, value: Json): Verdict {
    const before = this.#doubts;
    const verdict = this.refusal(schema, value) ?? (this.#doubts > before ? "uncertain" : "accepted");
    this.#doubts = before;
    return verdict;
  }

  refusalBy(assertions: readonly Assertion[], value: Json): Refusal | undefined {
    const before = this.#doubts;
    for (const assertion of assertions) {
      const found = refusalBy(assertion, value, this, assertions);
      if (found === undefined) continue;
      // One certain reason is enough, whatever else is not.
      this.#doubts = before;
      return found;
    }
    return undefined;
  }
}

function refusalBy(assertion: Assertion, value: Json, look: Look, beside: readonly Assertion[]): Refusal | undefined {
  switch (assertion.kind) {
    case "never":
      return here("is not allowed at all");
    case "type":
      return refusalOfType(assertion, value);
    case "enum":
      return refusalOfValue(assertion, value);
    case "number":
      return refusalOfNumber(assertion, value, look);
    case "string":
      return refusalOfString(assertion, value, look);
    case "array":
      return refusalOfList(assertion, value, look);
    case "object":
      return refusalOfMembers(assertion, value, look);
    case "ref": {
      const target = look.held.schemas.get(assertion.target);
      if (target !== undefined) return look.refusalByNamed(target.schema, value);
      look.doubt();
      return undefined;
    }
    case "allOf":
      return refusalOfAll(assertion, value, look);
    case "anyOf":
      return refusalOfAny(assertion, value, look);
    case "oneOf":
      return refusalOfOne(assertion, value, look);
    case "not":
      return refusalOfNegation(assertion, value, look);
    case "if":
      return refusalOfBranch(assertion, value, look);
    case "unevaluatedProperties":
      return refusalOfUnevaluated(assertion, value, look, beside);
    case "unevaluatedItems":
      return refusalOfUnevaluatedItems(assertion, value, look, beside);
  }
}
