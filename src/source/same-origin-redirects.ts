import type { Io } from "../io.js";

/** An `Io` that follows no redirect to another origin: what a description may not refer to it may not reach by a detour.
 * The credentials of its own URL, the input, are those of the files beside it. */
export function withinOrigin(io: Io, input: string): Io {
  const mayFollow = (url: string) => (next: string) => new URL(next).origin === new URL(url).origin;
  return { ...io, fetch: (url, init) => io.fetch(withUserInfo(url, input), { ...init, mayFollow: mayFollow(url) }) };
}

function withUserInfo(address: string, input: string): string {
  const url = new URL(address);
  const given = URL.canParse(input) ? new URL(input) : undefined;
  if (given?.origin !== url.origin || url.username !== "" || url.password !== "") return address;
  url.username = given.username;
  url.password = given.password;
  return url.href;
}
