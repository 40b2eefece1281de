import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { child } from "../../source/json-pointer.js";
import { operationsOf, parameterKey, parametersOf, type Placed } from "./operations.js";
import { reportPathNames } from "./path-names.js";
import { reportScopeNames } from "./scope-names.js";
import { reportTagNames } from "./tag-names.js";
import type { Resolved } from "../resolve/resolved.js";
import { reportServers } from "./servers.js";
import type { OrReference, ParameterObject } from "./types.js";

/** Reports what is wrong with a description beyond the types of its members: names that clash, and members that belong together. */
export function validate(resolved: Resolved, report: Report): void {
  const { document } = resolved;
  const operations = operationsOf(document.paths, resolved);
  const all = [...operations, ...operationsOf(document.webhooks, resolved)];
  entryPoints(resolved, report);
  reportPathNames(resolved, report);
  reportTagNames(all, resolved, report);
  reportScopeNames(all, resolved, report);
  operationIds(all, resolved, report);
  overridden(all, resolved, report);
  for (const placed of all) {
    responses(placed, resolved, report);
    reportServers(placed.operation.servers, resolved, report);
  }
  parameterLists(all, resolved, report);
  reportServers(document.servers, resolved, report);
}

/** Up to 3.0 a description has paths; later it may have webhooks or components instead. */
function entryPoints(resolved: Resolved, report: Report): void {
  const { document, version } = resolved;
  if (document.paths !== undefined) return;
  const late = version === "3.1" || version === "3.2";
  if (late && (document.webhooks !== undefined || document.components !== undefined)) return;
  report(
    diagnostic("missing-member", `An OpenAPI description needs "paths"${late ? ', "webhooks" or "components"' : ""}.`, {
      at: resolved.origin(document),
      assumed: document.components === undefined ? undefined : "it has no operations",
    }),
  );
}

function operationIds(operations: readonly Placed[], resolved: Resolved, report: Report): void {
  const first = new Map<string, Placed>();
  for (const placed of operations) {
    const id = placed.operation.operationId;
    if (id === undefined) continue;
    const before = first.get(id);
    if (before === undefined) first.set(id, placed);
    // A path item that two paths refer to brings its operations twice; they are written once. An operation that an alias of YAML repeats is two.
    else if (before.operation !== placed.operation || !placed.items.some((item) => before.items.includes(item))) {
      const message = `The operationId "${id}" of ${placed.method} ${placed.path} is also that of ${before.method} ${before.path}.`;
      const related = [{ message: "It was given here before.", at: member(before.operation, "operationId", resolved) }];
      report(
        diagnostic("duplicate-operation-id", message, {
          at: before.operation === placed.operation ? placeOf(placed, resolved) : member(placed.operation, "operationId", resolved),
          hint: "Give each operation an operationId of its own.",
          assumed: `${placed.method} ${placed.path} is named by its method and path`,
          related,
        }),
      );
    }
  }
}

/** Where an operation stands in its path item, whatever it shares with others. */
function placeOf({ items, method }: Placed, resolved: Resolved): Origin {
  const item = items.find(({ operations }) => Object.hasOwn(operations, method)) ?? items[0];
  return member(item ?? resolved.document, method.toLowerCase(), resolved);
}

/** A path item that is a reference and has operations of its own may have one that stands in what it refers to as well. */
function overridden(operations: readonly Placed[], resolved: Resolved, report: Report): void {
  const first = new Map<string, Placed>();
  for (const placed of operations) {
    const { path, method, items, operation } = placed;
    const before = first.get(`${method} ${path}`);
    if (before === undefined) first.set(`${method} ${path}`, placed);
    if (before?.items[0] !== items[0] || before?.operation === operation) continue;
    const message = `${method} ${path} stands beside the "$ref" of its path item, and where that leads to; the one beside it counts.`;
    const related = [{ message: "The other one is here.", at: resolved.origin(operation) }];
    const hint = "Nothing of the two is put together: write all of it in one place.";
    report(diagnostic("operation-overridden", message, { at: resolved.origin(before?.operation ?? operation), related, hint }));
  }
}

function responses({ path, method, operation }: Placed, resolved: Resolved, report: Report): void {
  const required = resolved.version === "2.0" || resolved.version === "3.0";
  if (operation.responses !== undefined || !required) return;
  report(
    diagnostic("missing-member", `${method} ${path} needs "responses".`, {
      at: resolved.origin(operation),
      assumed: "any response is accepted",
    }),
  );
}

function parameterLists(operations: readonly Placed[], resolved: Resolved, report: Report): void {
  const seen = new Set<object>();
  for (const { items, operation } of operations) {
    for (const holder of [...items, operation]) {
      if (holder.parameters === undefined || seen.has(holder)) continue;
      seen.add(holder);
      duplicates(holder.parameters, resolved, report);
      for (const parameter of parametersOf(holder.parameters, resolved)) {
        if (seen.has(parameter)) continue;
        seen.add(parameter);
        shape(parameter, resolved, report);
      }
    }
  }
}

function duplicates(list: readonly OrReference<ParameterObject>[], resolved: Resolved, report: Report): void {
  const names = new Map<string, OrReference<ParameterObject>>();
  parametersOf(list, resolved).forEach((parameter, index) => {
    const written = list[index];
    if ((parameter as Partial<ParameterObject>).name === undefined) return; // reported already
    const name = parameterKey(parameter);
    const before = names.get(name);
    if (before !== undefined && written !== undefined) {
      report(
        diagnostic("duplicate-parameter", `The ${parameter.in} parameter "${parameter.name}" is listed twice.`, {
          at: resolved.origin(written),
          related: [{ message: "It was listed here before.", at: resolved.origin(before) }],
          hint: "Remove one of the two.",
          assumed: "the last one counts",
        }),
      );
    }
    if (before === undefined && written !== undefined) names.set(name, written);
  });
}

/** A parameter says what its value is by a schema, or by one media type. */
function shape(parameter: ParameterObject, resolved: Resolved, report: Report): void {
  // A missing name is reported already.
  if ((parameter as Partial<ParameterObject>).name === undefined) return;
  const types = Object.keys(parameter.content ?? {}).length;
  const place = (): Origin => resolved.origin(parameter);
  if (parameter.schema === undefined && parameter.content === undefined) {
    report(
      diagnostic("parameter-shape", `The parameter "${parameter.name}" does not describe its value; any value is accepted.`, {
        at: place(),
        hint: 'Add a "schema".',
      }),
    );
  } else if (parameter.schema !== undefined && types > 0) {
    report(
      diagnostic("parameter-shape", `The parameter "${parameter.name}" has a "schema" and a "content"; the schema is used.`, {
        at: place(),
        hint: "Remove one of the two.",
      }),
    );
  } else if (parameter.content !== undefined && types !== 1) {
    report(
      diagnostic("parameter-shape", `The "content" of the parameter "${parameter.name}" must have one media type, and has ${types}.`, {
        at: place(),
      }),
    );
  }
}

/** The place of a member of an upgraded object. */
function member(value: object, key: string, resolved: Resolved): Origin {
  const { file, pointer } = resolved.origin(value);
  return { file, pointer: child(pointer, key) };
}
