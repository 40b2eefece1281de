/**
 * The types and the few functions that generated validators share.
 * @see https://standardschema.dev for `~standard`
 */

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where: property names and array indexes from the root. */
  readonly path: readonly (string | number)[];
  /** The keyword of JSON Schema that failed: "required", "minimum", … */
  readonly keyword: string;
  /** A sentence for the person who sent the value. Never repeats the value. */
  readonly message: string;
}

export type Result<T> = { readonly success: true; readonly data: T } | { readonly success: false; readonly issues: readonly Issue[] };

/** A validator of one schema. It reads a value and never changes it. */
export interface Validator<T> {
  /** Whether the value is valid, as a type guard. */
  readonly is: (value: unknown) => value is T;
  /** The value when it is valid, else throws a `ValidationError` with the issues. */
  readonly parse: (value: unknown) => T;
  readonly safeParse: (value: unknown) => Result<T>;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "sundial";
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: T; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[] };
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

/** Header names are compared in lower case: the type of an object of headers, with its keys as they arrive. */
export type LowerCaseKeys<T> = { [Name in keyof T as Name extends string ? Lowercase<Name> : Name]: T[Name] };

/** What `parse` throws. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    const more = issues.length > 3 ? `; and ${String(issues.length - 3)} more` : "";
    super(issues.slice(0, 3).map(sentence).join("; ") + more);
    this.issues = issues;
  }
}

function sentence({ path, message }: Issue): string {
  const place = path.map((key) => (typeof key === "number" ? `[${String(key)}]` : `.${key}`)).join("");
  return place === "" ? `The value ${message}` : `${place.replace(/^\./, "")} ${message}`;
}

type Key = string | number;

/** An issue on its way out: its path grows at the front. */
type Found = { path: Key[]; keyword: string; message: string };

/** What a check gives back: nothing at all while the value is valid. */
export type Issues = Found[] | undefined;

/** More than this many issues help nobody, and a hostile value must not fill the memory with them. */
const maxIssues = 100;

/** Deeper values are refused before they can overflow the stack. */
export const maxDepth = 500;

class TooDeep extends Error {}

/** Gives up on a value. Thrown, so that no alternative and no `not` can take it for an ordinary mismatch. */
export function tooDeep(): never {
  throw new TooDeep();
}

/** Makes a validator of a check. */
export function validator<T>(check: (value: unknown) => Issues): Validator<T> {
  // A value without issues is a T: that is what the check was made for.
  const safeParse = (value: unknown): Result<T> => {
    const issues = run(check, value);
    return issues === undefined ? { success: true, data: value as T } : { success: false, issues };
  };
  return {
    is: (value): value is T => run(check, value) === undefined,
    parse(value) {
      const issues = run(check, value);
      if (issues !== undefined) throw new ValidationError(issues);
      return value as T;
    },
    safeParse,
    "~standard": {
      version: 1,
      vendor: "sundial",
      validate(value) {
        const issues = run(check, value);
        return issues === undefined ? { value: value as T } : { issues };
      },
    },
  };
}

function run(check: (value: unknown) => Issues, value: unknown): Issues {
  try {
    return check(value);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return fail(undefined, "depth", `must not be nested more than ${String(maxDepth)} levels deep`);
  }
}

/** The issues so far and one more, at `path` from the value that is being checked. */
export function fail(issues: Issues, keyword: string, message: string, ...path: Key[]): Found[] {
  if (issues === undefined) return [{ path, keyword, message }];
  if (issues.length < maxIssues) issues.push({ path, keyword, message });
  return issues;
}

/** The issues so far, and that a property is missing. */
export function missing(issues: Issues, ...path: Key[]): Found[] {
  return fail(issues, "required", "is required", ...path);
}

// Three keys by position: a rest parameter would make an array for every call, and nearly every call is for a valid value.
/** The issues so far, and those of a part of the value: a key, or the keys that lead there. */
export function within(issues: Issues, inner: Issues, key1?: Key, key2?: Key, key3?: Key): Issues {
  if (inner === undefined) return issues;
  if (key1 !== undefined) {
    const keys = key2 === undefined ? [key1] : key3 === undefined ? [key1, key2] : [key1, key2, key3];
    for (const issue of inner) issue.path.unshift(...keys);
  }
  if (issues === undefined) return inner;
  for (const issue of inner) if (issues.length < maxIssues) issues.push(issue);
  return issues;
}

/**
 * The issues so far, and why none of several alternatives fits: the issues of the one that the value comes closest to when
 * there is one, else that none does.
 */
export function noneFits(issues: Issues, keyword: string, alternatives: readonly Issues[], ...path: Key[]): Issues {
  // An alternative whose type, constant or tag is wrong was not meant; of the others, the fewest issues are the closest.
  const meant = alternatives.filter((found) => found !== undefined && !found.some(isOther));
  const fewest = Math.min(...meant.map((found) => found?.length ?? 0));
  const closest = meant.filter((found) => found?.length === fewest);
  const [only] = closest;
  if (only === undefined || closest.length > 1) return fail(issues, keyword, "must match one of the described alternatives", ...path);
  for (const issue of only) issue.path.unshift(...path);
  return within(issues, only);
}

function isOther({ path, keyword }: Issue): boolean {
  return path.length === 0 ? keyword === "type" || keyword === "enum" : path.length === 1 && keyword === "const";
}

/** Whether a value is an object in the sense of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A property whose name every object inherits (`constructor`, `__proto__`, …): only its own one counts. */
export function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** How many properties a value has; one that is `undefined` is absent. */
export function countProperties(value: Record<string, unknown>): number {
  let count = 0;
  for (const name in value) if (value[name] !== undefined) count += 1;
  return count;
}
