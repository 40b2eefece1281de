/**
 * What a deprecated operation says of itself in every response.
 * @see https://www.rfc-editor.org/rfc/rfc8594 for `Sunset`, https://www.rfc-editor.org/rfc/rfc9745 for `Deprecation`
 */
import type { Deprecation } from "../../shared/deprecated-operation.js";
import { encodedUrl } from "./encoded-url.js";
import type { DeprecatedCall } from "../route/server-features.js";

/**
 * Header names and values in turn, for one request: a successor's path takes the parameters of the path that was asked for.
 * Only facts of the description become headers; without a date, there is no date.
 */
export function lifecycleHeaders(deprecation: Deprecation, basePath: string): DeprecatedCall["headers"] {
  const fixed = [...dates(deprecation), ...links(deprecation)];
  const successor = deprecation.replacement?.path;
  if (successor === undefined) return () => fixed;
  const template = `${basePath}${successor.split("#", 1)[0] ?? ""}`;
  if (!template.includes("{")) {
    const whole = [...fixed, ...link(template, "successor-version")];
    return (_, mountPath) => (mountPath === "" ? whole : [...fixed, ...link(mountPath + template, "successor-version")]);
  }
  return (path, mountPath) => {
    // What cannot be filled in keeps its braces, and a link with braces is not sent.
    const target = template.replace(/\{([^{}]*)\}/g, (place, name: string) => path.get(name) ?? place);
    return [...fixed, ...link(mountPath + target, "successor-version")];
  };
}

function dates({ since, sunset }: Deprecation): readonly string[] {
  return [
    ...(since === undefined ? [] : ["Deprecation", `@${since.epoch}`]),
    ...(sunset === undefined ? [] : ["Sunset", new Date(sunset.epoch * 1000).toUTCString()]),
  ];
}

function links({ replacement, link: page }: Deprecation): readonly string[] {
  return [
    ...(replacement?.url === undefined ? [] : link(replacement.url, "successor-version")),
    ...(page === undefined ? [] : link(page, "deprecation")),
  ];
}

/** Nothing, when the target can stand in no header: one with braces, or with the end of a line. */
function link(target: string, relation: "successor-version" | "deprecation"): readonly string[] {
  const url = encodedUrl(target);
  return /^[!-;=?-z|~]+$/.test(url) ? ["Link", `<${url}>; rel="${relation}"`] : [];
}
