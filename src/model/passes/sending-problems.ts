import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import { reportSharedNames } from "./shared-names.js";

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
  }
  reportSharedNames(api, report);
}
