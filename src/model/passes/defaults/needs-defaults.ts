import type { Json } from "../../../source/source-file.js";
import { circularDefaults } from "./circular-defaults.js";
import { defaultsOf } from "./default-of.js";
import { endlessDefaults } from "./endless-defaults.js";
import { looksInside } from "./looks-inside.js";
import { refusedDefaults, type RefusedDefaults } from "./refused-defaults.js";
import { childFields, type Relation } from "../../ir/assertion-fields.js";
import { completedSchemas } from "../../ir/completed-schemas.js";
import { childrenOf } from "../../ir/visit.js";
import { leadingSchemas, leadsTo, type Survey } from "../../ir/survey.js";
import type { Api } from "../../ir/api.js";
import type { Checks } from "../../refusal/checks.js";
import type { Assertion, Property, Schema, SchemaId } from "../../ir/schema.js";

/** Which schemas have something to complete in a valid value: defaults of what is left out, and what is to be dropped. */
export interface NeedsDefaults {
  /** Whether a value of a schema may have to be completed, by whatever it refers to as well. */
  of(schema: Schema): boolean;
  /** Whether an assertion is one of those by which it has to be. */
  by(assertion: Assertion): boolean;
  /** Whether defaults are among what it needs. */
  fills(schema: Schema): boolean;
  /** What an absent property is filled in with; `undefined` when there is nothing. */
  default(property: Property): Json | undefined;
  /** The defaults that are not filled in where a schema holds. */
  readonly refused: RefusedDefaults;
  /** Whether defaults inside a value may make it invalid, so that it depends on the value whether any is filled in. */
  looksInside(schema: Schema): boolean;
  /** What becomes of what a property is filled in with, by its own schema. */
  completion(property: Property): DefaultCompletion;
}

/** `none`: it has nothing to complete; `whole`: it is completed; `cut`: it would hold itself again without an end, and stays as it is written. */
export type DefaultCompletion = "none" | "whole" | "cut";

const isStructure = (value: Json | undefined): boolean => typeof value === "object" && value !== null;

/** What defaults are held against. What nobody knows when code is generated, the value tells. */
export interface KnownChecks {
  /** Formats and divisors; without it they are not looked at. */
  readonly checks?: Checks | undefined;
  /** Formats of strings that the project has a check of its own for. */
  readonly own: ReadonlySet<string>;
}

/** Looks at each schema once. */
export function needsDefaults(schemas: Api["schemas"], { checks, own }: KnownChecks): NeedsDefaults {
  const given = defaultsOf(schemas);
  // What must be there is there.
  const written: NeedsDefaults["default"] = ({ required, schema }) => (required || schema.hidden ? undefined : given(schema));
  const isCircular = circularDefaults(schemas, written);
  const isEndless = endlessDefaults(schemas, written, isCircular);
  const defaultOf: NeedsDefaults["default"] = (property) => {
    const value = written(property);
    return isStructure(value) && isEndless(property) ? undefined : value;
  };
  const isFilled = (property: Property): boolean => defaultOf(property) !== undefined;
  const mayLead = leadsTo(schemas, (survey) => survey.default || survey.hidden);
  const all = search(schemas, mayLead, isDropped, isFilled);
  // Without anything to drop, what there is to complete is to be filled in.
  const mayDrop = leadsTo(schemas, (survey) => survey.hidden);
  let filled: typeof all | undefined;
  const isOwn = ({ formats }: Survey): boolean => [...formats].some((format) => own.has(format));
  const mayBeOwn = own.size === 0 ? () => false : leadsTo(schemas, isOwn);
  // Each was held against its own schema when the model was built.
  const takesDefault = (schema: Schema): boolean => schema.default !== undefined && !mayBeOwn(schema);
  const refused = refusedDefaults({ schemas, checks, takesDefault, doubts: "refuse" }, given);
  const fills: NeedsDefaults["fills"] = (schema) =>
    (mayDrop(schema) ? (filled ??= search(schemas, mayLead, () => false, isFilled)) : all).of(schema);
  const inside = looksInside(schemas, { fills, isRefusing: (schema) => refused(schema).length > 0 });
  return {
    of: all.of,
    // Most schemas lead to no default, and need not be looked through.
    refused: (schema) => (mayLead(schema) ? refused(schema) : []),
    by: all.by,
    fills,
    looksInside: (schema) => fills(schema) && inside(schema),
    default: defaultOf,
    completion(property) {
      if (!isStructure(defaultOf(property)) || !all.of(property.schema)) return "none";
      return isCircular(property) ? "cut" : "whole";
    },
  };
}

/** Whether members of an object that a schema stands for are taken out of what a check lets through. */
export function isDropped({ hidden, assertions }: Schema): boolean {
  return hidden !== undefined && assertions.length === 0;
}

/** Which schemas have, or lead to, members that something is to be done with: those to be dropped, and properties to be filled in. */
function search(
  schemas: Api["schemas"],
  mayLead: (schema: Schema) => boolean,
  drops: (schema: Schema) => boolean,
  isFilled: (property: Property) => boolean,
): Pick<NeedsDefaults, "of" | "by"> {
  const isDirect = (assertion: Assertion): boolean =>
    assertion.kind === "object" && (assertion.properties.some(isFilled) || childrenOf(assertion, ofMembers).some(drops));
  const leading = leadingSchemas(schemas, (schema) => (mayLead(schema) ? completionOf(schema, isDirect) : nothing));
  const decided = new Map<Assertion, boolean>();
  const by = (assertion: Assertion): boolean => {
    if (assertion.kind === "ref") return leading.has(assertion.target);
    // Most assertions are about a text or a number: to look for what was decided of them would take longer.
    if (childFields[assertion.kind].length === 0) return false;
    const found = decided.get(assertion) ?? (isDirect(assertion) || completedSchemas(assertion).some(within));
    decided.set(assertion, found);
    return found;
  };
  const within = ({ assertions }: Schema): boolean => assertions.some(by);
  return { of: (schema) => mayLead(schema) && within(schema), by };
}

/** What stands for members of an object. */
const ofMembers = {
  property: true,
  patternProperty: true,
  additionalProperty: true,
  member: false,
  alternative: false,
  negated: false,
  condition: false,
  branch: false,
  dependent: false,
  item: false,
  contained: false,
  propertyName: false,
  unevaluatedProperty: false,
  unevaluatedItem: false,
} as const satisfies Record<Relation, boolean>;

const nothing = { isIn: false, references: [] };

/** Whether a value of a schema has something to be completed, and by which references it may have more. */
function completionOf(schema: Schema, isDirect: (assertion: Assertion) => boolean) {
  const references = new Set<SchemaId>();
  let isIn = false;
  const look = ({ assertions }: Schema): void => {
    for (const assertion of assertions) {
      if (assertion.kind === "ref") references.add(assertion.target);
      else {
        isIn ||= isDirect(assertion);
        completedSchemas(assertion).forEach(look);
      }
    }
  };
  look(schema);
  return { isIn, references };
}
