import type { SecurityScheme } from "../../ir/api.js";
import type { Change } from "../change.js";
import { lifecycleChanges } from "../lifecycle-changes.js";

/** Security schemes by their names. */
export function securitySchemeChanges(before: readonly SecurityScheme[], now: readonly SecurityScheme[]): readonly Change[] {
  const [schemesBefore, schemesNow] = [new Map(before.map((each) => [each.name, each])), new Map(now.map((each) => [each.name, each]))];
  const changes: Change[] = [];
  const say = (rule: string, name: string, text: string, breaking: boolean): void =>
    void changes.push({ rule, text: `the security scheme ${JSON.stringify(name)} ${text}`, breaking });
  for (const name of schemesBefore.keys()) if (!schemesNow.has(name)) say("security-scheme-removed", name, "is gone", true);
  for (const [name, scheme] of schemesNow) {
    const was = schemesBefore.get(name);
    if (was === undefined) {
      say("security-scheme-added", name, "is new", false);
      continue;
    }
    const [old, fresh] = [credentialOf(was), credentialOf(scheme)];
    if (old !== fresh) say("security-scheme", name, `takes ${fresh} now, and took ${old}`, true);
    // A hint for readers: nothing is done with it.
    else if (formatOf(was) !== formatOf(scheme))
      say(
        "security-scheme-format",
        name,
        `has the bearer format ${formatOf(scheme) ?? "none"} now, and had ${formatOf(was) ?? "none"}`,
        false,
      );
    for (const clause of lifecycleChanges(was.doc.lifecycle, scheme.doc.lifecycle)) say("lifecycle", name, clause, false);
  }
  return changes;
}

/** What is sent, in words. */
function credentialOf(scheme: SecurityScheme): string {
  switch (scheme.kind) {
    case "basic":
      return "a user name and a password";
    case "bearer":
      return "a bearer token";
    case "authorization":
      return `a credential of the HTTP scheme ${JSON.stringify(scheme.scheme)}`;
    case "apiKey":
      return `a key in the ${scheme.in} ${JSON.stringify(scheme.in === "header" ? headerName(scheme.parameter) : scheme.parameter)}`;
    case "oauth2":
      return "a token of OAuth 2";
    case "openIdConnect":
      return "a token of OpenID Connect";
    case "mutualTLS":
      return "a certificate of the client";
  }
}

/** Names of headers are the same in small letters: as they are usually written. */
const headerName = (name: string): string => name.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());

const formatOf = (scheme: SecurityScheme): string | undefined => (scheme.kind === "bearer" ? scheme.format : undefined);
