/**
 * What a call is counted by: the credential that was accepted, what `limitKey` makes of it, or the caller's address.
 */
import type { CredentialHash } from "../../shared/hash-credential.js";
import type { LimiterOptions } from "./limiter-options.js";
import type { RateLimits } from "../../shared/rate-limits.js";
import type { Caller } from "../route/server-features.js";
import type { IncomingRequest } from "../route/server-types.js";

/** The key of a call in the store; `undefined` when its caller cannot be identified. */
export type KeyOf = (request: IncomingRequest, caller: Caller | undefined) => string | undefined | Promise<string>;

/** The keys that a call may count under. */
export interface LimitKeys {
  readonly own: KeyOf;
  /** Of the caller's address, whoever it is: the same as of those without a credential there. */
  readonly address: (request: IncomingRequest) => string | undefined | Promise<string>;
}

/** Of the options of a server some of whose operations ask for a credential. */
export interface Authenticated {
  readonly authenticate?: object;
}

/** Longer texts are not kept: a credential may have thousands of characters. */
const longest = 128;

/** `plain`: keys may be what they stand for, because the store does not let them out; else they are fingerprints. */
export function limitKeys<Principal>(
  { key }: RateLimits,
  options: Pick<LimiterOptions<Principal>, "limitKey"> & Required<Pick<LimiterOptions<Principal>, "address">> & Authenticated,
  fingerprint: CredentialHash,
  plain: boolean,
): LimitKeys {
  const { limitKey, address, authenticate } = options;
  const byAddress = "address" in key;
  // Without an address nobody would be counted at all, where nobody has a credential either.
  const needsAddress = byAddress || ("credential" in key && authenticate === undefined);
  const stored = (text: string): string | Promise<string> => (plain && text.length <= longest ? text : fingerprint(text));
  const warnOfShared = onceWarned(
    'Callers that `authenticate` accepts by a certificate are counted together where they have one address, as nothing else tells them apart: give the server the option `limitKey`, or let the function of "authenticate" return a text',
  );
  const own: KeyOf = (request, caller) => {
    const account = caller && limitKey?.(caller.principal as Principal, request); // of the generated server's own `authenticate`
    if (account !== undefined) return stored(`account ${account}`);
    if (!byAddress && caller !== undefined) {
      if (caller.credential !== undefined) return stored(`${caller.scheme} ${caller.credential}`);
      // Of a certificate that another server has checked, nothing but the principal says whose it is.
      if (isText(caller.principal)) return stored(`${caller.scheme} principal ${caller.principal}`);
      warnOfShared();
    }
    const from = address(request);
    // Who is accepted does not pay for the strangers behind the same address.
    if (from !== undefined) return stored(`${byAddress || caller === undefined ? "" : `${caller.scheme} `}address ${networkOf(from)}`);
    if (needsAddress)
      throw new TypeError("Limits are per address, and nothing tells the address of this caller: give the server the option `address`");
    return undefined;
  };
  return {
    own,
    address(request) {
      const from = address(request);
      return from === undefined ? undefined : stored(`address ${networkOf(from)}`);
    },
  };
}

const isText = (principal: unknown): principal is string | number | bigint => /^(?:string|number|bigint)$/.test(typeof principal);

/** Says something on the console, the first time that it is asked to. */
export function onceWarned(text: string): () => void {
  let isReported = false;
  return () => {
    if (!isReported) console.warn(text);
    isReported = true;
  };
}

/** What platforms hand over beside a `Request`. */
interface Platform {
  /** Deno's. */
  readonly remoteAddr?: { readonly hostname?: unknown };
  /** Bun's. */
  readonly requestIP?: unknown;
}

/** The peer address of the connection, as Node, Deno and Bun report it. */
function addressOf({ raw, platform }: IncomingRequest): string | undefined {
  const { socket } = raw as { readonly socket?: { readonly remoteAddress?: string } };
  if (socket !== undefined || typeof platform !== "object" || platform === null) return socket?.remoteAddress;
  const { remoteAddr, requestIP } = platform as Platform;
  const reported: unknown =
    typeof requestIP === "function"
      ? (Reflect.apply(requestIP, platform, [raw]) as { readonly address?: unknown } | null | undefined)?.address
      : remoteAddr?.hostname;
  return typeof reported === "string" ? reported : undefined;
}

/** The peer address, of a server that is given no `address`. Warns once where a proxy writes another: to it all callers of the proxy are one. */
export function peerAddress(): (request: IncomingRequest) => string | undefined {
  const warn = onceWarned(
    "Requests have X-Forwarded-For or Forwarded, as a proxy writes them, and the callers behind it are counted as one, by the address of the connection: give the server the option `address`",
  );
  return (request) => {
    const from = addressOf(request);
    if (from !== undefined && (request.headers["x-forwarded-for"] ?? request.headers["forwarded"]) !== undefined) warn();
    return from;
  };
}

/**
 * Whoever has an address of version 6 has 2^64 of them: the network is what counts. Of one of version 4 inside it, that one. Ports, with which
 * some proxies write addresses, are left out. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const portless = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(address)?.[1];
  if (portless !== undefined) return portless;
  const bare = (/^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address).replace(/%.*$/, "");
  if (!/^[0-9a-f:]+(?:\d+\.\d+\.\d+\.\d+)?$/i.test(bare) || !bare.includes(":")) return address;
  const lastGroup = bare.lastIndexOf(":") + 1;
  const last = bare.slice(lastGroup);
  const [head = "", tail] = (bare.slice(0, lastGroup) + (last.includes(".") ? groupsOf4(last) : last)).split("::");
  const groups = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const [before, behind] = [groups(head), groups(tail ?? "")];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - behind.length);
  const numbers = [...before, ...Array<string>(zeros).fill("0"), ...behind].map((group) => Number.parseInt(group, 16));
  const [sixth = 0, high = 0, low = 0] = numbers.slice(5);
  if (numbers.length === 8 && sixth === 0xffff && numbers.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  const first = numbers.slice(0, 4).map((group) => group.toString(16));
  return `${first.join(":")}::/64`;
}

/** An address of version 4 as the end of one of version 6. */
function groupsOf4(address: string): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split(".").map(Number);
  return `${(first * 256 + second).toString(16)}:${(third * 256 + fourth).toString(16)}`;
}
