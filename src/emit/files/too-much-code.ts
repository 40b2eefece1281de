import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Api } from "../../model/ir/api.js";
import type { OutputTooLarge } from "../print/output-budget.js";

/** Why there is no output: it would be larger than anything that is read. `uri`: of the description. */
export function tooMuchCode({ path, limit, alone }: OutputTooLarge, api: Api, uri: string | undefined): Diagnostic {
  const [most, operations, schemas] = [limit, api.operations.length, api.schemas.size].map((count) => count.toLocaleString("en-US"));
  const where = alone ? `${path} alone would have more` : `most of it is ${path}`;
  const largest = largestPart(api);
  const part = largest === undefined ? "" : ` Its largest part: the ${largest}.`;
  return diagnostic(
    "description-too-large",
    `More than ${most ?? ""} characters of code would be made of the description: ${where}. It has ${operations ?? ""} operations and ${schemas ?? ""} schemas.${part}`,
    {
      at: uri === undefined ? undefined : { file: uri, pointer: "" },
      hint: "No option raises this limit. Leave out what is not used, with `include` and `exclude`, or shorten what is said at many places of the code.",
    },
  );
}

/** What there is most of, among what all operations share and what a single one has. */
function largestPart({ operations, securitySchemes, rateLimits }: Api): string | undefined {
  const counts = [
    { name: "security schemes", count: securitySchemes.length },
    { name: "plans of limits", count: rateLimits?.plans.length ?? 0 },
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

/** So many are no reason. */
const fewParts = 10;
