import type { Diagnostic, Outcome, Report } from "../../diagnostic/diagnostic.js";
import { inOrder } from "../../diagnostic/source-order.js";
import { sourceOrderIn } from "../../openapi/resolve/source-order.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import { readMarkedFacts, reportWithoutDeprecation, type Level } from "../lifecycle/build-lifecycle.js";
import { buildOperation, type OperationDraft } from "./build-operation.js";
import { buildNamedSchema, createSchemaBuilder, type SchemaBuilder } from "./build-schema.js";
import { buildSecuritySchemes } from "./build-security.js";
import { buildServers } from "./build-server.js";
import { buildTags } from "./build-tag.js";
import { withoutInvalidDefaults } from "../passes/defaults/invalid-defaults.js";
import { createComponentNames } from "../names/component-names.js";
import { refNames } from "../names/ref-name.js";
import { createMemory, type BuildContext, type VulnerablePatterns } from "./context.js";
import { withoutScopedCycles } from "../passes/cut-scoped-cycles.js";
import { createDynamicScope } from "../passes/dynamic-scope.js";
import { deprecatedParts } from "../lifecycle/deprecated-parts.js";
import { withDeprecationCodes } from "../lifecycle/deprecation-codes.js";
import { createElements } from "../lifecycle/elements.js";
import { readUnused } from "../lifecycle/read-unused.js";
import { reportUnread } from "../lifecycle/report-unread.js";
import { readRawPlaces } from "../lifecycle/read-raw.js";
import { withTypeNames } from "../names/operation-type-names.js";
import type { ReadOnlyPolicy } from "../passes/direction-variants.js";
import { withRequestVariants, type Parts } from "../passes/request-variants.js";
import { withTextBytes } from "../passes/text-bytes.js";
import { withUnreadText } from "../passes/unread-text.js";
import { withParsedVariants } from "../passes/defaults/parsed-variants.js";
import { withDiscriminatedParents } from "../passes/discriminators/discriminated-parents.js";
import { uncombinedChoices } from "../passes/combined-choices.js";
import { withoutContradictedTypes } from "../passes/contradicted-types.js";
import { reportPositionalParts } from "../passes/positional-parts.js";
import { reportSending } from "../passes/sending-problems.js";
import { reportUnclearDivisions } from "../passes/unclear-divisions.js";
import { withMeantTypes, type UntypedPolicy } from "../passes/untyped-schemas.js";
import { withSettledTags } from "../passes/discriminators/settled-tags.js";
import { withoutDiscriminatedParents } from "../passes/discriminators/without-discriminated-parents.js";
import { buildLimits, reportUndocumentedLimits, withoutLimits, type ConfiguredLimits, type Limits } from "../limits/build-limits.js";
import { closedParts } from "../passes/closed-parts.js";
import { impossibleTypes } from "../passes/impossible-types.js";
import { reportAmbiguousInt64 } from "../passes/int64/ambiguous-int64.js";
import { TooManyValues, tooManyValues } from "../passes/int64/values-of-64-bits.js";
import { reportMixedInt64 } from "../passes/int64/mixed-int64.js";
import { discriminatorProblems, reportForbidden } from "../passes/discriminators/discriminator-problems.js";
import { misspeltFormats } from "../passes/misspelt-formats.js";
import { reportUnusedFormats, type NamedFormat } from "../passes/unused-formats.js";
import { listOperations, type OperationEntry } from "./list-operations.js";
import { nameApi, type NameRules } from "../names/name-api.js";
import { typeKeys } from "../names/type-keys.js";
import { createAskedNames, type AskedNames } from "../names/asked-names.js";
import { askedOperations } from "../names/asked-operations.js";
import { nameOperations, type OperationNaming } from "../names/name-operation.js";
import { createScope, type Scope } from "../names/identifiers.js";
import { originOf, spelledOut } from "./origin.js";
import type { PatternAnalyses } from "../patterns/analyse-patterns.js";
import type { Checks } from "../refusal/checks.js";
import { reservedNames } from "../names/reserved.js";
import { createSchemaRegistry } from "./schema-registry.js";
import { roundIntegers } from "../passes/int64/round-integers.js";
import { eachSchema } from "../ir/visit.js";
import type { Api } from "../ir/api.js";
import type { Doc } from "../ir/doc.js";
import type { Operation } from "../ir/operation.js";
import type { NamedSchema } from "../ir/schema.js";

export type { VulnerablePatterns } from "./context.js";
export type { NameRules } from "../names/name-api.js";

/** What a configuration says of an API besides its description. */
export interface Rules extends NameRules {
  /** Limits and retries, as written, with their place in the configuration; false: none, whatever the description says. */
  readonly limits?: ConfiguredLimits | false | undefined;
  /** What becomes of a pattern that takes more than linear time on some text. "bound" when absent. */
  readonly vulnerablePatterns?: VulnerablePatterns | undefined;
  /** What becomes of a `readOnly` property in a request. "drop" when absent. */
  readonly readOnlyInRequests?: ReadOnlyPolicy | undefined;
  /** What holds 64-bit integers. "number" when absent. */
  readonly int64?: "number" | "bigint" | "string" | undefined;
  /** What becomes of a schema that describes members or items and has no type. "object" when absent: it is what it describes. */
  readonly untyped?: UntypedPolicy | undefined;
  /** Formats of strings that the configuration has a check for. */
  readonly formats?: readonly NamedFormat[] | undefined;
}

/**
 * The API that a resolved description describes, with every name settled; and what is doubtful about it.
 * @param analyses What is known of its patterns: see `analysePatterns`.
 * @param checks What the formats and divisors of its defaults are held against; without it, these are not.
 */
export function build(resolved: Resolved, rules: Rules, analyses: PatternAnalyses = new Map(), checks?: Checks): Outcome<Api> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (found) => diagnostics.push(spelledOut(found));
  const names = nameApi(resolved, rules, report);
  const scope = createScope(reservedNames(names));
  const { document } = resolved;
  const operationEntries = listOperations(document.paths, resolved);
  const webhooks = listOperations(document.webhooks, resolved);
  // Functions first: they are in camelCase, schemas in PascalCase, so that neither takes a name from the other.
  const askedNames = createAskedNames(rules.names, scope, report);
  const naming = namingOf([...operationEntries, ...webhooks], askedNames, scope, resolved, report);
  const operationNames = nameOperations(operationEntries, "", naming);
  const webhookNames = nameOperations(webhooks, "Webhook", naming);
  const dynamic = createDynamicScope(resolved);
  const context: BuildContext = {
    resolved,
    report,
    schemas: createSchemaRegistry(resolved, dynamic, { scope, asked: askedNames, report }),
    dynamic,
    elements: createElements(),
    components: createComponentNames(refNames(resolved.files)),
    operationIds: byOperationId(operationNames),
    once: createMemory(),
    analyses,
    checks,
    vulnerablePatterns: rules.vulnerablePatterns ?? "bound",
    undeclaredSchemes: new Map(),
  };
  const builder = createSchemaBuilder(context);
  const isTagNeeded = tagsNeeded([...operationEntries, ...webhooks], resolved);
  readRawPlaces(document, (document.tags ?? []).filter(isTagNeeded), context);
  const limits = rules.limits === false ? withoutLimits : buildLimits(operationNames, rules.limits, context);
  const drafts = buildAll(operationEntries, operationNames, "operation", limits, builder);
  const webhookDrafts = buildAll(webhooks, webhookNames, "webhook", withoutLimits, builder);
  const schemas = withDiscriminatedParents(buildSchemas(builder, scope), context, scope);
  context.schemas.settleNames();
  const finish = finishing([...drafts, ...webhookDrafts], scope);
  const operations = withDeprecationCodes(drafts.map(finish), names, report);
  const parsed = settledParts({ operations, webhooks: webhookDrafts.map(finish), schemas }, rules, scope, context);
  const api: Api = {
    ...parsed,
    names,
    title: document.info.title,
    version: document.info.version,
    doc: documentDoc(document.info),
    servers: buildServers(document.servers ?? [], "server", context),
    tags: buildTags(document.tags ?? [], tagsOf(operations)).filter(isTagNeeded),
    securitySchemes: buildSecuritySchemes(context),
    deprecatedElements: elementsOf(context),
    deprecatedParts: deprecatedParts(parsed.operations, withoutDiscriminatedParents(parsed).schemas),
    rateLimits: limits.ofApi,
  };
  context.elements.reportUncarried(report);
  reportUndocumentedLimits(limits, api.operations, report);
  const settled = settledIntegers(api, resolved, rules, report);
  return { value: settled, diagnostics: inOrder(diagnostics, sourceOrderIn(resolved.files)) };
}

/** The API with integers as they are held, and what is doubtful about it reported; nothing where there is no end of what leads to them. */
function settledIntegers(api: Api, resolved: Resolved, rules: Rules, report: Report): Api | undefined {
  try {
    const settled = roundIntegers(api, rules.int64 ?? "number", resolved, report);
    reportDoubts(settled, resolved, rules, report);
    return settled;
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    report(tooManyValues(error));
    return undefined;
  }
}

/** Operations and schemas as they are generated: with what is meant, without what cannot be, each in the forms that it is needed in. */
function settledParts(parts: Parts, rules: Rules, scope: Scope, build: BuildContext): ReturnType<typeof withParsedVariants> {
  const { resolved, report, analyses, checks } = build;
  const told = withSettledTags(parts, (forbidden) => {
    reportForbidden(forbidden, parts.schemas, resolved, report);
  });
  const consistent = withoutContradictedTypes(told, report);
  const typed = rules.untyped === "any" ? consistent : withMeantTypes(consistent, report);
  const checked = withoutInvalidDefaults(typed, { ...rules, analyses, checks }, report);
  const carried = withTextBytes(withUnreadText(checked), scope, report);
  const directed = withRequestVariants(carried, rules.readOnlyInRequests ?? "drop", scope, report);
  return withParsedVariants(directed, scope, { checks, own: new Set(rules.formats?.map(({ name }) => name)) });
}

/** Whatever else is deprecated: what was met, then what is in components that nothing uses. What is said elsewhere is told. */
function elementsOf(context: BuildContext): Api["deprecatedElements"] {
  readUnused(context.elements.used(), context);
  reportUnread(context);
  return context.elements.all();
}

function tagsOf(operations: readonly Operation[]): readonly string[] {
  return operations.flatMap(({ tags }) => tags);
}

function namingOf(
  entries: readonly OperationEntry[],
  names: AskedNames,
  scope: Scope,
  resolved: Resolved,
  report: Report,
): OperationNaming {
  return { scope, resolved, report, names, asked: askedOperations(entries, names, resolved, report) };
}

/** Whether a tag is needed: of a part of a description, where it is one of an operation. */
function tagsNeeded(entries: readonly OperationEntry[], { whole }: Resolved): (tag: { readonly name: string }) => boolean {
  const used = new Set(entries.flatMap(({ operation }) => operation.tags ?? []));
  return ({ name }) => whole === undefined || used.has(name);
}

/** Reports what is doubtful about types and discriminators, and about choices of the configuration for this API. */
function reportDoubts(api: Api, resolved: Resolved, { formats = [], int64 = "number" }: Rules, report: Report): void {
  const checks = [
    discriminatorProblems(api, resolved, report),
    misspeltFormats(formats, report),
    impossibleTypes(api, report),
    closedParts(api, report),
    uncombinedChoices(api, report),
  ];
  eachSchema(api, (schema) => {
    for (const check of checks) check(schema);
  });
  reportSending(api, report);
  reportUnclearDivisions(api, report);
  reportPositionalParts(api, report);
  reportUnusedFormats(api, formats, report);
  if (int64 === "string") reportAmbiguousInt64(api, report);
  if (int64 !== "number") reportMixedInt64(api, int64, report);
}

/** Gives drafts of operations the names of their types. */
function finishing(drafts: readonly OperationDraft[], scope: Scope): (draft: OperationDraft) => Operation {
  const keys = operationKeys(drafts);
  return (draft) => withTypeNames(draft, keys.get(draft), scope);
}

function operationKeys(drafts: readonly OperationDraft[]): ReadonlyMap<OperationDraft, string> {
  return typeKeys(
    drafts,
    ({ operationId }) => operationId,
    ({ name }) => name,
  );
}

function documentDoc({ summary, description }: Resolved["document"]["info"]): Doc {
  return { ...(summary === undefined ? {} : { summary }), ...(description === undefined ? {} : { description }) };
}

function byOperationId(names: ReadonlyMap<OperationEntry, string>): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const [{ operation }, name] of names)
    if (operation.operationId !== undefined && !result.has(operation.operationId)) result.set(operation.operationId, name);
  return result;
}

function buildAll(
  operationEntries: readonly OperationEntry[],
  names: ReadonlyMap<OperationEntry, string>,
  kind: "operation" | "webhook",
  limits: Limits,
  builder: SchemaBuilder,
): readonly OperationDraft[] {
  const { resolved } = builder.build;
  const level = (value: object): readonly Level[] => {
    const at = originOf(value, resolved);
    const facts = readMarkedFacts(value, at, false, builder.build);
    return facts === undefined ? [] : [{ facts, at }];
  };
  // What is said of the whole API is said of its operations; `info` is nearer to them than the document around it.
  const ofInfo = kind === "operation" ? [resolved.document.info, resolved.document].flatMap(level) : [];
  for (const item of operationEntries.flatMap(({ items }) => items)) builder.build.elements.addUsed(item);
  const ofItems = new Map(operationEntries.map(({ items }) => [items, items.flatMap(level).reverse()]));
  const drafts = operationEntries.map((operationEntry) => {
    const inherited = [...(ofItems.get(operationEntry.items) ?? []), ...ofInfo];
    const draft = buildOperation(operationEntry, names.get(operationEntry) ?? "", kind, inherited, builder);
    return { inherited, draft: { ...draft, ...limits.of(operationEntry, draft.parameters) } };
  });
  const effective = new Set(drafts.flatMap(({ inherited, draft }) => (draft.doc.lifecycle?.deprecated === true ? inherited : [])));
  for (const each of [...[...ofItems.values()].flat(), ...ofInfo])
    if (!effective.has(each)) reportWithoutDeprecation(each.facts, each.at, false, builder.build);
  return drafts.map(({ draft }) => draft);
}

/** The named schemas; those met while others are built come after them. Names of validators wait until all types have theirs. */
function buildSchemas(builder: SchemaBuilder, scope: Scope): Api["schemas"] {
  const { all } = builder.build.schemas;
  // An iteration of the growing list sees what was added meanwhile.
  for (const entry of all) buildNamedSchema(entry, "", builder);
  const named = all.map((entry): readonly [string, NamedSchema] => {
    const validator = scope.take([`${entry.id}Schema`, `${entry.id}Validator`]);
    return [entry.id, buildNamedSchema(entry, validator, builder)];
  });
  const { dynamic, report } = builder.build;
  return dynamic === undefined ? new Map(named) : withoutScopedCycles(new Map(named), report);
}
