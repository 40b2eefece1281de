import type { Int64, Part, UserFormat } from "../emit/options.js";
import type { TemplateName } from "../emit/print/views.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import type { WrittenNames } from "../model/names/asked-names.js";
import type { Formatter } from "../format/formatter.js";
import type { OperationFilter } from "../openapi/selection/selection.js";
import type { Json } from "../source/source-file.js";
import { contentHash } from "./content-hash.js";
import type { Manifest } from "./manifest.js";

type ValidatorChoice = "mode" | "issues" | "formats" | "discriminator" | "patterns" | "readOnly";

/** The options of a generation as the manifest records them: a change of any makes the output stale. */
export function manifestOptions(options: {
  readonly emit: readonly Part[];
  readonly name: string | undefined;
  /** What the output is made as when it has no name. */
  readonly previous?: { readonly name: string | undefined } | undefined;
  readonly source: string;
  readonly command: string;
  readonly overlays?: readonly { readonly name: string }[] | undefined;
  readonly limits?: { readonly value: Json } | "auto" | false | undefined;
  readonly gateStore?: object | undefined;
  readonly deprecations?: "service" | undefined;
  readonly int64?: Int64 | undefined;
  readonly untyped?: "object" | "any" | undefined;
  readonly formats?: readonly UserFormat[] | undefined;
  readonly importExtension?: ImportExtension | undefined;
  readonly runtime?: string | undefined;
  readonly validators?: { readonly [choice in ValidatorChoice]?: string } | undefined;
  readonly templates?: { readonly files: readonly { readonly name: TemplateName; readonly text: string }[] } | undefined;
  readonly header?: readonly string[] | undefined;
  readonly eslintDisable?: boolean | undefined;
  readonly formatter?: Formatter | undefined;
  readonly strict?: boolean | "auto" | undefined;
  readonly severity?: { readonly [code: string]: string } | undefined;
  readonly include?: readonly { readonly value: OperationFilter }[] | undefined;
  readonly exclude?: readonly { readonly value: OperationFilter }[] | undefined;
  readonly components?: "reachable" | "all" | undefined;
  readonly names?: Pick<WrittenNames, "schemas" | "operations"> | undefined;
}): Manifest["options"] {
  const { emit, name, previous, source, command, limits, gateStore, deprecations, int64, untyped, formats } = options;
  const { overlays, importExtension, runtime, validators, templates, header, eslintDisable, strict, severity } = options;
  const { include, exclude, components, names, formatter } = options;
  const own = templates?.files.filter(({ name }) => !ofHandlers.has(name)) ?? [];
  return {
    emit,
    name: name ?? previous?.name ?? null,
    source,
    command,
    ...(isEmpty(overlays) ? {} : { overlays: overlays.map((each) => each.name) }),
    ...(limits === undefined ? {} : { limits: typeof limits === "object" ? limits.value : limits }),
    ...(gateStore === undefined ? {} : { gateStore: true }),
    ...(deprecations === undefined ? {} : { deprecations }),
    ...(int64 === undefined || int64 === "number" ? {} : { int64 }),
    ...(untyped === undefined || untyped === "object" ? {} : { untyped }),
    ...(isEmpty(formats) ? {} : { formats: formats.map(recorded) }),
    ...(importExtension === undefined ? {} : { importExtension }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(isEmpty(validators) ? {} : { validators: inOrder(validators) }),
    ...(isEmpty(header) ? {} : { header }),
    ...(eslintDisable === true ? { eslintDisable } : {}),
    ...(formatter === undefined ? {} : { format: formatter.kind }),
    ...(strict === undefined || strict === "auto" ? {} : { strict }),
    ...(isEmpty(severity) ? {} : { severity: inOrder(severity) }),
    ...(include === undefined ? {} : { include: include.map(filterOf) }),
    ...(exclude === undefined ? {} : { exclude: exclude.map(filterOf) }),
    ...(components === undefined || components === usualComponents(options) ? {} : { components }),
    ...(names === undefined || (isEmpty(names.schemas) && isEmpty(names.operations)) ? {} : { names: namesOf(names) }),
    ...(own.length === 0 ? {} : { templates: Object.fromEntries(own.map(({ name, text }) => [name, contentHash(text)])) }),
  };
}

/** Whether nothing is asked for: what says nothing makes the same output as what is not there, and is recorded like it. What is left is there. */
function isEmpty(value: object | undefined): value is undefined {
  return value === undefined || Object.values(value).every((member) => member === undefined);
}

/** Members by name: their order means nothing. Those without a value are not there. */
function inOrder(record: object): { readonly [name: string]: Json } {
  const members = Object.entries(record) as readonly (readonly [string, Json | undefined])[]; // data, each member of it
  const given = members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A filter of operations, without the place where it is written. */
function filterOf({ value }: { readonly value: OperationFilter }): Json {
  return inOrder(value);
}

function usualComponents({ include, exclude }: { readonly include?: object | undefined; readonly exclude?: object | undefined }): string {
  return include === undefined && exclude === undefined ? "all" : "reachable";
}

function namesOf({ schemas, operations }: Pick<WrittenNames, "schemas" | "operations">): Json {
  return {
    ...(isEmpty(schemas) ? {} : { schemas: inOrder(schemas) }),
    ...(isEmpty(operations) ? {} : { operations: inOrder(operations) }),
  };
}

/** Templates of files that are the user's: what was written of them stays as it is, and is not part of the output. */
const ofHandlers: ReadonlySet<TemplateName> = new Set(["handlers", "handler", "handlers-index", "principal"]);

/** A format without what is about the configuration alone. */
function recorded({ name, module, export: check, words }: UserFormat): Json {
  return { name, module, export: check, ...(words === undefined ? {} : { words }) };
}
