import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { BuildContext } from "./context.js";

/** Headers that a browser writes itself, whatever a program says. @see https://fetch.spec.whatwg.org/#forbidden-request-header */
const ofBrowsers = [
  "accept-charset accept-encoding connection content-length cookie cookie2 date dnt expect host keep-alive origin referer set-cookie te trailer",
  "transfer-encoding upgrade via access-control-request-headers access-control-request-method access-control-request-private-network",
].flatMap((names) => names.split(" "));

/** Reports a header that no program in a browser can send. `what` says more of it. */
export function reportForbiddenHeader(name: string, at: Origin, { report }: BuildContext, what = ""): void {
  const lower = name.toLowerCase();
  if (!ofBrowsers.includes(lower) && !lower.startsWith("sec-") && !lower.startsWith("proxy-")) return;
  const hint = "Programs elsewhere can. A browser sends a value of its own, or none: what pages have to say needs another name.";
  report(diagnostic("header-forbidden", `No browser lets a program set the header ${JSON.stringify(name)}${what}.`, { at, hint }));
}
