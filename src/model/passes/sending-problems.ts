import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import type { Operation, Parameter } from "../ir/operation.js";
import { certain } from "./described-property.js";

/** Methods that `fetch` refuses to send. @see https://fetch.spec.whatwg.org/#methods */
const forbidden: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Reports what no client can send, or no server can read as it was meant. */
export function reportSending(api: Api, report: Report): void {
  for (const operation of api.operations) {
    const { method, origin } = operation;
    if (forbidden.has(method)) {
      const hint = "Servers take it from others. A client needs another method.";
      report(diagnostic("method-forbidden", `No client can send ${method}: \`fetch\` refuses it.`, { at: origin, hint }));
    }
    reportSharedNames(operation, api, report);
  }
}

/** A member of an object stands in the query under its own name, which may be that of another parameter. */
function reportSharedNames({ parameters }: Operation, api: Api, report: Report): void {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  for (const one of inQuery.filter(isExploded)) {
    const members = certain(one.schema, api.schemas).flatMap((each) =>
      each.kind === "object" ? each.properties.map(({ name }) => name) : [],
    );
    const shared = new Set(members.filter((name) => inQuery.some((other) => other !== one && other.name === name)));
    for (const name of shared) {
      const [a, b] = [JSON.stringify(name), JSON.stringify(one.name)];
      const message = `${a} is a query parameter, and a property of ${b}, whose properties are sent as parameters: given twice, it is refused.`;
      const hint = `Leave one of the two out, or give ${b} the style deepObject.`;
      report(diagnostic("query-name-shared", message, { at: one.origin, hint }));
    }
  }
}

const isExploded = ({ encoding }: Parameter): boolean => encoding.kind === "style" && encoding.explode && encoding.style !== "deepObject";
