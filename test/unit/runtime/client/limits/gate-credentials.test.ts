import { afterEach, describe, expect, it } from "vitest";
import type { Operation } from "../../../../../templates/runtime/shared/operation.js";
import { RateLimitError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { limitedClient, operation, service, type Service } from "./limited-service.js";

let http: Service | undefined;
afterEach(async () => {
  await http?.close();
  http = undefined;
});

const schemes = {
  key: { kind: "apiKey", in: "header", name: "X-Key" },
  bearer: { kind: "bearer" },
  inQuery: { kind: "apiKey", in: "query", name: "key" },
} as const;
type Auth = Readonly<Record<string, string>>;
type Headers = Readonly<Record<string, string>>;

/** Who calls: its credentials, and the headers that it sets itself. */
interface Who {
  readonly auth?: Auth;
  readonly headers?: Headers;
}
type Security = NonNullable<Operation["security"]>;
type Call = readonly [who: Who, security: Security];

const unsaid = { key: { credential: true }, plans: {} } as const;

/** Whether the second call, by another client, is held back by the 429 that the first one got. */
async function isHeldBack([first, second]: readonly [Call, Call], limits: RateLimits | undefined): Promise<boolean> {
  const serving = await service({ status: 429, headers: { "Retry-After": "60" } });
  http = serving;
  const sent = async ([{ auth, headers = {} }, security]: Call): Promise<unknown> => {
    const client = limitedClient(
      serving,
      { maxWait: 100, ...(auth && { auth }) },
      { schemes },
      { keyHeaders: ["X-Key"], ...(limits && { limits }) },
    );
    return client.call(operation({ security }), {}, { headers }).catch((error: unknown) => error);
  };
  expect(await sent(first)).toBeInstanceOf(RateLimitError);
  const outcome = await sent(second);
  expect(serving.received).toHaveLength(outcome instanceof RateLimitError ? 1 : 2);
  return outcome instanceof RateLimitError;
}

const either: Security = [["key"], ["bearer"]];
const both: Security = [["key", "bearer"]];
const optional: Security = [["key"], []];

describe.each<[string, RateLimits | undefined]>([
  ["whose limits the description tells without a key", unsaid],
  ["without a word on limits", undefined],
])("the gate of a service %s", (_, limits) => {
  it.each<[string, Call, Call]>([
    ["another key of the same scheme", [{ auth: { key: "a" } }, either], [{ auth: { key: "b" } }, either]],
    ["a credential of the other scheme", [{ auth: { key: "c" } }, either], [{ auth: { bearer: "d" } }, either]],
    ["another credential of another operation", [{ auth: { key: "e" } }, [["key"]]], [{ auth: { bearer: "f" } }, [["bearer"]]]],
    ["the same key with another user", [{ auth: { key: "g", bearer: "1" } }, both], [{ auth: { key: "g", bearer: "2" } }, both]],
    ["another key with the same user", [{ auth: { key: "h", bearer: "3" } }, both], [{ auth: { key: "i", bearer: "3" } }, both]],
    ["a call without a credential", [{ auth: { key: "j" } }, [["key"]]], [{ auth: { key: "j" } }, []]],
    ["a caller who gives none", [{ auth: { key: "k" } }, optional], [{}, optional]],
    [
      "an operation whose credential is another, by one client",
      [{ auth: { key: "l", bearer: "m" } }, [["key"]]],
      [{ auth: { key: "l", bearer: "m" } }, [["bearer"]]],
    ],
    ["another header that the caller sets", [{ headers: { Authorization: "n" } }, []], [{ headers: { Authorization: "o" } }, []]],
    ["another header of a scheme that the caller sets", [{ headers: { "X-Key": "p" } }, either], [{ headers: { "X-Key": "q" } }, either]],
    [
      "another header in place of a credential",
      [{ auth: { key: "r" }, headers: { "X-Key": "s" } }, either],
      [{ auth: { key: "r" } }, either],
    ],
  ])("does not hold back %s", async (_name, first, second) => {
    expect(await isHeldBack([first, second], limits)).toBe(false);
  });

  it.each<[string, Call, Call]>([
    ["another client with the same key", [{ auth: { key: "A" } }, either], [{ auth: { key: "A" } }, either]],
    ["a client that has a second credential besides", [{ auth: { key: "B" } }, either], [{ auth: { key: "B", bearer: "1" } }, either]],
    ["an operation whose security is another way to say it", [{ auth: { key: "C" } }, either], [{ auth: { key: "C" } }, [["key"]]]],
    [
      "both credentials, in whichever order",
      [{ auth: { key: "D", bearer: "2" } }, both],
      [{ auth: { key: "D", bearer: "2" } }, [["bearer", "key"]]],
    ],
    ["the same key in another place", [{ auth: { key: "E" } }, [["key"]]], [{ auth: { inQuery: "E" } }, [["inQuery"]]]],
    ["the same key in a header that the caller sets", [{ auth: { key: "F" } }, either], [{ headers: { "X-Key": "F" } }, either]],
    ["others without a credential", [{}, []], [{}, optional]],
  ])("holds back %s", async (_name, first, second) => {
    expect(await isHeldBack([first, second], limits)).toBe(true);
  });
});

it("a description that counts by address has one gate for all credentials", async () => {
  const calls: [Call, Call] = [
    [{ auth: { key: "x" } }, either],
    [{ auth: { bearer: "y" } }, either],
  ];
  expect(await isHeldBack(calls, { key: { address: true }, plans: {} })).toBe(true);
});
