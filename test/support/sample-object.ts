import type { ObjectAssertion, Schema } from "../../src/model/ir/schema.js";
import { deep, isWritten, Unsatisfiable, type Run } from "./sample-run.js";
import { sampleString, seeded } from "./sample-text.js";
import { schemasOfProperty } from "./valid.js";

/** An object of which all the assertions hold, more or less. */
export function buildObject(run: Run, assertions: readonly ObjectAssertion[], depth: number): object {
  const value: { [name: string]: unknown } = {};
  // An own property, whatever its name is.
  const set = (name: string, member: unknown): void =>
    void Object.defineProperty(value, name, { value: member, enumerable: true, writable: true, configurable: true });
  const required = new Set(
    assertions.flatMap((assertion) => [
      ...assertion.required,
      ...assertion.properties.filter((property) => property.required).map(({ name }) => name),
    ]),
  );
  // An object without members cannot be told from none where it is written as text.
  const least = Math.max(isWritten(run, depth) ? 1 : 0, ...assertions.map((assertion) => assertion.minProperties ?? 0));
  const most = Math.min(Infinity, ...assertions.map((assertion) => assertion.maxProperties ?? Infinity));
  const declared = assertions.flatMap((assertion) => assertion.properties);
  const hidden = new Set(declared.filter(({ schema }) => schema.hidden).map(({ name }) => name));
  const names = new Set([...declared.map(({ name }) => name), ...required].filter((name) => !hidden.has(name)));
  for (const name of names) {
    const schemas = assertions.flatMap((assertion) => schemasOfProperty(assertion, name));
    const wanted = required.has(name) || Object.keys(value).length < least || wants(run, schemas, depth);
    if (!wanted || (!required.has(name) && Object.keys(value).length + remaining(required, value) >= most)) continue;
    for (const other of assertions.flatMap((assertion) =>
      assertion.dependentRequired.filter((rule) => rule.property === name).flatMap((rule) => rule.required),
    ))
      required.add(other);
    const dependent = assertions.flatMap((assertion) => assertion.dependentSchemas.filter((rule) => rule.property === name));
    if (dependent.length > 0 && !required.has(name)) continue;
    try {
      set(name, run.generate(run, schemas, depth + 1, depth === 0 && run.options.carrier === "multipart"));
    } catch (error) {
      if (!(error instanceof Unsatisfiable) || required.has(name)) throw error;
    }
  }
  addFree(run, assertions, value, set, { least, most, depth, described: names.size });
  return value;
}

function remaining(required: ReadonlySet<string>, value: object): number {
  return [...required].filter((name) => !Object.hasOwn(value, name)).length;
}

/** Whether an optional property is filled. */
function wants(run: Run, schemas: readonly Schema[], depth: number): boolean {
  const { optional, direction } = run.options;
  if (optional === "none" || deep(run, depth)) return false;
  if (schemas.some((schema) => hidden(run, schema, direction === "request" ? "readOnly" : "writeOnly"))) return false;
  if (schemas.some((schema) => run.cost(schema) > 4)) return false;
  return optional === "all" || run.random() < 0.4;
}

function hidden(run: Run, schema: Schema, key: "readOnly" | "writeOnly", level = 0): boolean {
  if (schema[key]) return true;
  return (
    level < 10 &&
    schema.assertions.some((assertion) => {
      const target = assertion.kind === "ref" ? run.schemas.get(assertion.target)?.schema : undefined;
      return target !== undefined && hidden(run, target, key, level + 1);
    })
  );
}

/** Properties that no `properties` names: one of each pattern, one of `additionalProperties`, more when there are too few. */
function addFree(
  run: Run,
  assertions: readonly ObjectAssertion[],
  value: object,
  set: (name: string, member: unknown) => void,
  size: { readonly least: number; readonly most: number; readonly depth: number; readonly described: number },
): void {
  const names = assertions.flatMap((assertion) =>
    assertion.patternProperties.map(({ pattern }) => sampleString(run.random, [{ kind: "string", pattern }], "plain") ?? ""),
  );
  const map = assertions.some((assertion) => assertion.additionalProperties !== undefined);
  const free = map && size.described === 0 ? 2 : map && run.options.carrier === "json" ? 1 : 0;
  for (let index = 0; index < Math.max(size.least, free); index += 1) names.push(`key${String(index)}`);
  for (const [index, wished] of names.entries()) {
    const count = Object.keys(value).length;
    // Among other parameters a name that is not described would be nobody's.
    const enough = deep(run, size.depth) || run.options.optional === "none" || (isWritten(run, size.depth) && size.described > 0);
    if (count >= size.most || (count >= size.least && enough)) return;
    try {
      const rules = assertions.flatMap((assertion) => assertion.propertyNames ?? []);
      const name =
        rules.length === 0
          ? wished
          : String(run.generate({ ...run, random: seeded(run.options.seed + index) }, rules, size.depth + 1, false));
      if (name === "" || Object.hasOwn(value, name)) continue;
      set(
        name,
        run.generate(
          run,
          assertions.flatMap((assertion) => schemasOfProperty(assertion, name)),
          size.depth + 1,
          false,
        ),
      );
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
}
