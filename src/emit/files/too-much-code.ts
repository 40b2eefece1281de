import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Api } from "../../model/ir/api.js";
import type { Schema } from "../../model/ir/schema.js";
import { eachChild } from "../../model/ir/visit.js";
import type { OutputTooLarge } from "../print/output-budget.js";

/** Why there is no output: it would be larger than anything that is read. `uri`: of the description. */
export function tooMuchCode({ path, limit, alone }: OutputTooLarge, api: Api, uri: string | undefined): Diagnostic {
  const most = limit.toLocaleString("en-US");
  const holds = `${counted(api.operations.length, "operation")} and ${counted(api.schemas.size, "schema")}`;
  const where = alone ? `${path} alone would have more` : `most of it is ${path}`;
  const largest = largestPart(api);
  const part = largest === undefined ? "" : ` Its largest part: the ${largest}.`;
  return diagnostic(
    "description-too-large",
    `More than ${most} characters of code would be made of the description: ${where}. It has ${holds}.${part}`,
    {
      at: uri === undefined ? undefined : { file: uri, pointer: "" },
      hint: "No option raises this limit. Leave out what is not used, with `include` and `exclude`, or shorten what is said at many places of the code.",
    },
  );
}

const counted = (count: number, noun: string): string => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

/** What there is most of, among what all operations share, what a single one has, and what is in a schema. */
function largestPart({ operations, securitySchemes, rateLimits, schemas }: Api): string | undefined {
  const counts = [
    { name: "security schemes", count: securitySchemes.length },
    { name: "plans of limits", count: rateLimits?.plans.length ?? 0 },
    ...[...schemas.values()].map(({ wireName, schema }) => ({
      name: `schemas in the schema ${JSON.stringify(wireName)}`,
      count: countInside(schema),
    })),
    ...operations.flatMap(({ method, path, parameters, body, responses }) => {
      const contents = responses.reduce((sum, response) => sum + response.contents.length, body?.contents.length ?? 0);
      const own = `of ${method} ${path}`;
      return [
        { name: `parameters ${own}`, count: parameters.length },
        { name: `bodies ${own}`, count: contents },
      ];
    }),
  ];
  const most = counts.reduce((first, each) => (each.count > first.count ? each : first));
  return most.count <= fewParts ? undefined : `${most.count.toLocaleString("en-US")} ${most.name}`;
}

/** How many schemas stand in one, each counted once however many places share it: what it refers to stands elsewhere. */
function countInside(schema: Schema): number {
  const inside = new Set([schema]);
  // A set yields what is added while it is walked.
  for (const each of inside) for (const assertion of each.assertions) eachChild(assertion, (child) => inside.add(child));
  return inside.size - 1;
}

/** So many are no reason. */
const fewParts = 10;
