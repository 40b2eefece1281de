/**
 * Warnings of deprecated parameters and properties, where a call sends them.
 */
import type { PartDeprecation } from "../../shared/deprecated-operation.js";
import { codeWord } from "./deprecation-code.js";
import { warn, type DeprecationOptions } from "./deprecation.js";
import { hasOwn } from "../../shared/has-own.js";
import type { Operation } from "../../shared/operation.js";

/** An operation, with what is deprecated in a call of it. */
export interface PartlyDeprecatedOperation extends Operation {
  /** `path`, `query`, `header`, `cookie` and `body`, where something in them is deprecated. */
  readonly deprecatedParts?: Members;
}

/** Members by name, as far as they are deprecated or something in them is; `"*"` stands for all that have no name of their own. */
export interface Members {
  readonly [name: string]: Member;
}

export interface Member {
  readonly deprecation?: PartDeprecation;
  /** Of the value, or of each of its items where it is a list. */
  readonly parts?: Parts;
}

/** Members, or the name of a schema that lists them, or several of these. */
export type Parts = string | Members | readonly (string | Members)[];

/** Values that are looked at in one call, and items or members of each. */
const most = 1000;
const widest = 100;

/** A value that is sent, and where it was found. */
interface SentValue {
  readonly value: unknown;
  readonly parts: Parts | undefined;
  /** "query", "body" and so on; none for what is sent as a whole. */
  readonly group?: string;
  /** From the nearest named schema on: "Owner.tag"; empty at the top of a group. */
  readonly place: string;
}

/**
 * Warns of the deprecated parameters and properties in what a call sends, those of nested objects and lists included, as far as
 * the first thousand values. `schemas` are the members by schema; `prefix` begins the codes: "PETSTORE_DEP". `now` is in
 * milliseconds since the epoch.
 */
export function warnParts(
  operation: PartlyDeprecatedOperation,
  sending: object,
  schemas: Readonly<Record<string, Parts>>,
  prefix: string,
  options: DeprecationOptions,
  now: number = Date.now(),
): void {
  if (operation.deprecatedParts === undefined) return;
  const start = codeWord(operation.id);
  // It grows while it is walked: what is near the top comes first. A value that is its own member ends like one that is too long.
  const waiting: SentValue[] = [{ value: sending, parts: operation.deprecatedParts, place: "" }];
  const add = (found: SentValue, limit: number = most): void => {
    if (waiting.length < limit) waiting.push(found);
  };
  for (const found of waiting) {
    if (Array.isArray(found.value)) {
      const items: readonly unknown[] = found.value.slice(0, widest);
      for (const value of items) add({ ...found, value });
      continue;
    }
    for (const parts of [found.parts].flat()) {
      // The schema of a value that is in the list has room in it; schemas that are made of each other end at last.
      if (typeof parts === "string") add({ ...found, parts: schemas[parts], place: parts }, 4 * most);
      else if (parts !== undefined) {
        for (const { name, member, ...inner } of membersOf(found, parts)) {
          const { group, place } = inner;
          if (member.parts !== undefined) add({ ...inner, parts: member.parts });
          if (member.deprecation === undefined) continue;
          const part = found.place === "" && group !== "body" ? `${group} parameter "${name}"` : `property "${place}" in the ${group}`;
          const code = member.deprecation.code ?? `${prefix}_${start}_${codeWord(name)}`;
          warn({ code, operation, part, facts: member.deprecation }, options, now);
        }
      }
    }
  }
}

interface SentMember extends Required<Omit<SentValue, "parts">> {
  readonly name: string;
  readonly member: Member;
}

/** The members of a value that are listed, as far as the value has them. */
function* membersOf({ value, group, place }: SentValue, members: Members): Generator<SentMember> {
  if (typeof value !== "object" || value === null) return;
  const others = hasOwn(members, "*") ? Object.keys(value).slice(0, widest) : [];
  for (const name of new Set([...Object.keys(members), ...others])) {
    const listed = hasOwn(members, name) ? name : "*";
    const [member, inner] = [members[listed], memberValue(value, name)];
    const within = group ?? name;
    // No parameter is sent for null; in a body it is a value.
    if (member === undefined || inner === undefined || (inner === null && within !== "body")) continue;
    yield { name, member, value: inner, group: within, place: group === undefined ? "" : place === "" ? listed : `${place}.${listed}` };
  }
}

function memberValue(value: object, name: string): unknown {
  if (value instanceof FormData || value instanceof URLSearchParams) return value.get(name) ?? undefined;
  return hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
