import type { Api, Content, NamedSchema, Operation, Schema } from "../model/types.js";
import { code, ident, literal, type Code } from "./code.js";
import { file, type Emitted } from "./file.js";
import { header } from "./header.js";
import { Imports } from "./imports.js";
import type { EmitOptions } from "./options.js";
import { namedFunction, ownFunction } from "./schema/call.js";
import type { FileScope } from "./schema/function-scope.js";
import { graphOf } from "./schema/graph.js";
import { hasPart, hasValidator, partLocations, partSchema, validatedContents, type PartLocation } from "./schema/parts.js";
import { createSameness } from "./schema/sameness.js";
import { loneReference } from "./schema/walk.js";

/** Columns up to which a declaration stays on one line. */
const width = 120;

/**
 * `validators.ts`: a validator for every named schema, then for the parameters, the body and the responses of each
 * operation, in the order of the description. Needs `types.ts` beside it.
 */
export function emitValidators(api: Api, options: EmitOptions): Emitted {
  const names = validatorNames(api);
  const scope = fileScope(api, names);
  const body: Code[] = [];
  for (const named of api.schemas.values()) body.push(...namedValidator(named, scope));
  for (const operation of api.operations) body.push(...grouped(operationValidators(operation, scope)));
  if (body.length === 0) body.push(code`export {};`);
  return { ...file("validators.ts", header(options), scope.imports, body), exports: names.map((name) => ({ name, type: false })) };
}

/** Lines that follow each other stay together; what is longer stands apart. */
function grouped(pieces: readonly Code[]): readonly Code[] {
  const groups: Code[] = [];
  let lines = false;
  for (const piece of pieces) {
    const isLine = !piece.includes("\n");
    const last = isLine && lines ? groups.pop() : undefined;
    groups.push(last === undefined ? piece : code`${last}\n${piece}`);
    lines = isLine && !piece.includes("@__PURE__");
  }
  return groups;
}

function validatorNames(api: Api): readonly string[] {
  const ofOperation = (operation: Operation): readonly string[] => [
    ...partLocations.flatMap((location) => (hasPart(operation, location) ? [operation.names.parts[location]] : [])),
    ...validatedContents(operation).map(({ validator }) => validator),
  ];
  return [...new Set([...[...api.schemas.values()].map(({ names }) => names.validator), ...api.operations.flatMap(ofOperation)])];
}

function fileScope(api: Api, names: readonly string[]): FileScope {
  const taken = new Set([...names, ...[...api.schemas.values()].map(({ names: { stem } }) => `check${stem}`)]);
  const schemas = api.operations.flatMap((operation) => [
    ...operation.parameters.map(({ schema }) => schema),
    ...validatedContents(operation).flatMap(({ schema }) => schema ?? []),
  ]);
  return {
    schemas: api.schemas,
    graph: graphOf(api.schemas, schemas),
    imports: new Imports(names),
    runtime: new Map(),
    contents: new Map(),
    sameness: createSameness(),
    checks: new Map(),
    take(name) {
      let free = name;
      for (let number = 2; taken.has(free); number += 1) free = `${name}_${String(number)}`;
      taken.add(free);
      return free;
    },
    checkOf: (id) => ident(`check${api.schemas.get(id)?.names.stem ?? id}`),
  };
}

function namedValidator(named: NamedSchema, file: FileScope): readonly Code[] {
  const { id, names } = named;
  const type = file.imports.type(names.type, "./types.js");
  const target = file.graph.resolve(id);
  // A name for another name shares its check.
  if (target !== undefined && target.id !== id) return [declaration(names.validator, type, file.checkOf(target.id), file)];
  return [declaration(names.validator, type, file.checkOf(id), file), ...namedFunction(named, file)];
}

function declaration(name: string, type: Code, check: Code, { imports }: FileScope): Code {
  const wanted = imports.type("Validator", "./runtime/validate.js");
  const make = imports.value("validator", "./runtime/validate.js");
  const start = code`export const ${ident(name)}: ${wanted}<${type}> =`;
  const made = code`/* @__PURE__ */ ${make}(${check});`;
  return start.length + made.length < width ? code`${start} ${made}` : code`${start}\n  ${made}`;
}

function operationValidators(operation: Operation, file: FileScope): readonly Code[] {
  // Asked for where it is printed: an operation whose schemas all have names does without.
  const type = (): Code => code`${file.imports.type("operations", "./types.js")}[${literal(operation.names.value)}]`;
  const parts = partLocations
    .filter((location) => hasPart(operation, location))
    .flatMap((location) => partValidator(operation, location, type, file));
  const bodyType = (): Code =>
    operation.body?.required === true ? code`${type()}["requestBody"]` : code`NonNullable<${type()}["requestBody"]>`;
  const bodies = (operation.body?.contents ?? []).flatMap((content) => contentValidator(content, bodyType, file));
  const responses = operation.responses.flatMap(({ status, contents }) => {
    const key = /^[1-9]\d\d$/.test(status) ? code`${Number(status)}` : literal(status);
    return contents.flatMap((content) => contentValidator(content, () => code`${type()}["responses"][${key}]`, file));
  });
  return [...parts, ...bodies, ...responses];
}

function partValidator(operation: Operation, location: PartLocation, type: () => Code, file: FileScope): readonly Code[] {
  const parameters = code`NonNullable<${type()}["parameters"][${literal(location)}]>`;
  const lower = location === "header" ? code`${file.imports.type("LowerCaseKeys", "./runtime/validate.js")}<${parameters}>` : parameters;
  return ownValidator(operation.names.parts[location], partSchema(operation, location), lower, file);
}

function contentValidator(content: Content, type: () => Code, file: FileScope): readonly Code[] {
  if (content.schema === undefined || !hasValidator(content)) return [];
  const target = loneReference(content.schema);
  const named = target === undefined ? undefined : file.schemas.get(target);
  if (named !== undefined) return [code`export const ${ident(content.validator)} = ${ident(named.names.validator)};`];
  // A response that operations share is one schema; as another media type its value may be of another type, though.
  const key = content.mediaType;
  const shared = file.contents.get(content.schema) ?? new Map<string, string>();
  const first = shared.get(key);
  if (first !== undefined) return [code`export const ${ident(content.validator)} = ${ident(first)};`];
  file.contents.set(content.schema, shared.set(key, content.validator));
  return ownValidator(content.validator, content.schema, code`${type()}["content"][${literal(content.mediaType)}]`, file);
}

/** A validator with a check that no other check calls. */
function ownValidator(name: string, schema: Schema, type: Code, file: FileScope): readonly Code[] {
  const check = ownFunction(schema, name.replace(/Schema$/, ""), file);
  return [declaration(name, type, check.name, file), ...check.functions];
}
