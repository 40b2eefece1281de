/**
 * Paths that are put before those of a description, as a program gives them.
 */

/**
 * A path to put before others: "/v1", or "". Throws a `TypeError` for anything else that would match no request: the name is that
 * of the option.
 */
export function checkedPath(path: unknown, name: string): string {
  if (typeof path !== "string")
    throw new TypeError(`\`${name}\` must be a path such as "/v1" or "", not ${path === null ? "null" : typeof path}`);
  const wrong = `\`${name}\` must be a path such as "/v1" or "", not ${JSON.stringify(path)}`;
  if (/[{}]/.test(path)) throw new TypeError(`${wrong}: write the values of its variables`);
  const bare = path.replace(/\/+$/, "");
  const right = bare === "" ? "" : asSent(bare);
  if (right === bare) return bare;
  throw new TypeError(right === undefined ? wrong : `${wrong}: write ${JSON.stringify(right)}`);
}

/** The path of a URL as it is sent, without what is not the path's. */
function asSent(path: string): string | undefined {
  try {
    return new URL(path, "http://localhost").pathname.replace(/\/+$/, "");
  } catch {
    return undefined;
  }
}

/** What a framework took off the front of a path, where it can stand in a link: what a caller has sent may be anything. */
export function linkable(path: string): string {
  return /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)+$/.test(path) ? path : "";
}
