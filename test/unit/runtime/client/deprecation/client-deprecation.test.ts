import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  DeprecationError,
  warnDeprecated,
  type DeprecationEvent,
  type DeprecationOptions,
} from "../../../../../templates/runtime/client/deprecation/deprecation.js";
import type { Deprecation } from "../../../../../templates/runtime/shared/deprecated-operation.js";
import { before, deprecated, listening, sunset, sunsetTime } from "./deprecated.js";

function messageOf(facts: Partial<Deprecation>, now = before): string {
  const { options, events } = listening();
  warnDeprecated(deprecated(facts), {}, options, now);
  return events.map(({ message }) => message.replace(/^getPet \(GET [^)]*\) /, "")).join();
}

let emitWarning = vi.spyOn(process, "emitWarning");

beforeEach(() => {
  emitWarning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the call of a deprecated operation", () => {
  it("warns through the process, with its code, and what to do apart", () => {
    const operation = deprecated({ sunset, replacement: { operation: "listPets" } });
    warnDeprecated(operation, {}, {}, before);
    const message = `getPet (GET ${operation.path}) is deprecated: it is to be removed on 2030-12-05.`;
    const { code } = operation.deprecation;
    expect(emitWarning.mock.calls).toEqual([[message, { type: "DeprecationWarning", code, detail: "Use listPets." }]]);
  });

  it("warns once in ten thousand calls, of several clients", () => {
    const operation = deprecated();
    for (let call = 0; call < 10_000; call += 1) warnDeprecated(operation, {}, {});
    expect(emitWarning).toHaveBeenCalledOnce();
  });

  it("warns once with two copies of the runtime", async () => {
    vi.resetModules();
    const copy = await import("../../../../../templates/runtime/client/deprecation/deprecation.js");
    expect(copy.warnDeprecated).not.toBe(warnDeprecated);
    const operation = deprecated();
    copy.warnDeprecated(operation, {}, {});
    warnDeprecated(operation, {}, {});
    expect(emitWarning).toHaveBeenCalledOnce();
  });

  it("warns of each of two operations whose APIs gave them one code", () => {
    const one = deprecated();
    warnDeprecated(one, {}, {});
    warnDeprecated({ ...one, path: "/v2/pets/{petId}" }, {}, {});
    expect(emitWarning).toHaveBeenCalledTimes(2);
  });

  it("warns on the console where there is no process", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.stubGlobal("process", undefined);
    const operation = deprecated({ link: "https://example.com/why" });
    warnDeprecated(operation, {}, {});
    warnDeprecated(operation, {}, {});
    const { code } = operation.deprecation;
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      `[${code}] DeprecationWarning: getPet (GET ${operation.path}) is deprecated. See https://example.com/why.`,
    );
  });

  it("says nothing of an operation that is not", () => {
    const { options, events } = listening({ deprecations: "error" });
    warnDeprecated({ id: "a", method: "GET", path: "/", responses: {} }, {}, options);
    expect(events).toEqual([]);
  });
});

describe("a hook", () => {
  it.each<[string, (hook: (event: DeprecationEvent) => unknown) => DeprecationOptions]>([
    ["onDeprecation", (hook) => ({ onDeprecation: hook })],
    ["deprecations", (hook) => ({ deprecations: hook })],
  ])("given as %s is told instead, once", (_, given) => {
    const hook = vi.fn();
    const operation = deprecated({ sunset });
    warnDeprecated(operation, {}, given(hook), before);
    warnDeprecated(operation, {}, given(hook), before);
    const { code } = operation.deprecation;
    expect(hook).toHaveBeenCalledExactlyOnceWith({
      code,
      operation: "getPet",
      method: "GET",
      path: operation.path,
      part: undefined,
      past: false,
      deprecation: operation.deprecation,
      message: `getPet (GET ${operation.path}) is deprecated: it is to be removed on 2030-12-05.`,
    });
    expect(emitWarning).not.toHaveBeenCalled();
  });

  it("that throws or rejects does not reach the call, and is told of once", async () => {
    const registry = globalThis as { readonly [key: symbol]: Set<string> | undefined };
    registry[Symbol.for("sundial.deprecations.warned")]?.delete("");
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = new Error("broken");
    const thrower = (): never => {
      throw broken;
    };
    warnDeprecated(deprecated(), {}, { onDeprecation: thrower });
    warnDeprecated(deprecated(), {}, { onDeprecation: () => Promise.reject(broken) });
    await new Promise(setImmediate);
    expect(error).toHaveBeenCalledExactlyOnceWith("A deprecation could not be reported:", broken);
  });
});

describe("silence", () => {
  const quiet: readonly (readonly [string, (code: string) => DeprecationOptions])[] = [
    ["deprecations: silent", () => ({ deprecations: "silent" })],
    ["deprecations by code", (code) => ({ deprecations: { [code]: "silent" } })],
    ["a hook that does nothing", () => ({ onDeprecation: () => undefined })],
  ];
  it.each(quiet)("comes of %s", (_, options) => {
    const operation = deprecated();
    for (let call = 0; call < 1000; call += 1) warnDeprecated(operation, {}, options(operation.deprecation.code));
    expect(emitWarning).not.toHaveBeenCalled();
  });

  it("comes of the environment, whatever is asked for in code", () => {
    vi.stubEnv("SUNDIAL_DEPRECATIONS", "off");
    const operation = deprecated();
    const { options, events } = listening();
    for (const each of [{}, options, { deprecations: "error" } as const]) warnDeprecated(operation, {}, each);
    expect([emitWarning.mock.calls, events]).toEqual([[], []]);
  });

  it("of one client does not silence another", () => {
    const operation = deprecated();
    warnDeprecated(operation, {}, { deprecations: "silent" });
    warnDeprecated(operation, {}, { deprecations: { OTHER: "silent" } });
    expect(emitWarning).toHaveBeenCalledOnce();
  });
});

describe("a platform", () => {
  it("that does not let the environment be read is warned of all the same", () => {
    const env = (): never => {
      throw new Error("NotCapable");
    };
    vi.stubGlobal("process", Object.defineProperty({ emitWarning }, "env", { get: env }));
    warnDeprecated(deprecated(), {}, {});
    expect(emitWarning).toHaveBeenCalledOnce();
  });

  it("whose own means fail does not fail the call", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    emitWarning.mockImplementation(() => {
      throw new Error("broken");
    });
    warnDeprecated(deprecated(), {}, {});
    await new Promise(setImmediate);
    expect(error.mock.calls.length).toBeLessThanOrEqual(1);
  });
});

describe("an error that is asked for", () => {
  it("comes at every call, and has the code and the event", () => {
    const operation = deprecated({ sunset });
    const { options, events } = listening({ deprecations: "error" });
    for (let call = 0; call < 3; call += 1) {
      const error = caught(() => {
        warnDeprecated(operation, {}, options, before);
      });
      expect(error).toBeInstanceOf(DeprecationError);
      const { code } = operation.deprecation;
      expect(error).toMatchObject({ name: "DeprecationError", code, event: { code, past: false } });
    }
    expect([emitWarning.mock.calls, events]).toEqual([[], []]);
  });

  it("for a code goes on after the date of removal, silence for it does not", () => {
    const operation = deprecated({ sunset });
    const { code } = operation.deprecation;
    expect(
      caught(() => {
        warnDeprecated(operation, {}, { deprecations: { [code]: "error" } }, sunsetTime);
      }),
    ).toMatchObject({ code: `${code}_SUNSET_PASSED` });
    warnDeprecated(operation, {}, { deprecations: { [code]: "silent" } }, sunsetTime);
    expect(emitWarning).toHaveBeenCalledOnce();
    warnDeprecated(deprecated({ sunset, code }), {}, { deprecations: { [`${code}_SUNSET_PASSED`]: "silent" } }, sunsetTime);
    expect(emitWarning).toHaveBeenCalledOnce();
  });
});

function caught(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("the date of removal", () => {
  it("brings a louder warning of its own, also where the first one has been", () => {
    const operation = deprecated({ sunset });
    const { options, events } = listening();
    for (const now of [before, before, sunsetTime, sunsetTime]) warnDeprecated(operation, {}, options, now);
    const { code } = operation.deprecation;
    expect(events.map((event) => [event.code, event.past])).toEqual([
      [code, false],
      [`${code}_SUNSET_PASSED`, true],
    ]);
    expect(events[1]?.message).toBe(`getPet (GET ${operation.path}) may stop working at any time: it was to be removed on 2030-12-05.`);
  });
});

describe("its message", () => {
  it("has the dates, the reason, the replacement and the link", () => {
    const facts = {
      sunset,
      removedIn: "2.0.0",
      message: "Slow",
      replacement: { operation: "listPets", path: "/pets", note: "with the `status` filter." },
      link: "https://example.com/why",
    };
    expect(messageOf(facts)).toBe(
      "is deprecated: it is to be removed on 2030-12-05, in version 2.0.0. Slow. Use listPets with the `status` filter. See https://example.com/why.",
    );
    expect(messageOf({ replacement: { note: "Use the new thing" } })).toBe("is deprecated. Use the new thing.");
  });

  it("cannot steer a terminal, nor turn the order of letters round", () => {
    expect(messageOf({ message: "a\u001b[2Jb\r\nc\u2028d" })).toBe("is deprecated. a [2Jb c d.");
    expect(messageOf({ message: "a\u202egnp\u202c b\u2066c\u2069\u200bd" })).toBe("is deprecated. a gnp  b c d.");
    expect(messageOf({ replacement: { note: "x\u009b31my" }, link: "https://e.com/\u0007" })).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
