import { afterEach, describe, expect, it, vi } from "vitest";
import { warnDeprecated, type DeprecationEvent } from "../../../templates/runtime/deprecation.js";
import type { Deprecation } from "../../../templates/runtime/deprecated-operation.js";
import type { Operation } from "../../../templates/runtime/operation.js";

const sunset = { date: "2030-12-05", epoch: 1922659200 };
let count = 0;

/** An operation with a code that no other test has used: the process remembers. */
function deprecated(facts: Partial<Deprecation> = {}): Operation {
  count += 1;
  return {
    id: "getPet",
    method: "GET",
    path: "/pets/{petId}",
    responses: {},
    deprecation: { code: `TEST_DEP_${String(count)}`, ...facts },
  };
}

function messageOf(facts: Partial<Deprecation>, now?: number): string {
  const events: DeprecationEvent[] = [];
  warnDeprecated(deprecated(facts), { onDeprecation: (event) => events.push(event) }, now);
  return events.map(({ message }) => message).join();
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("the call of a deprecated operation", () => {
  it("warns through the process once, with its code", () => {
    const emitWarning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const operation = deprecated({ sunset });
    warnDeprecated(operation, {});
    warnDeprecated(operation, {});
    const message = "getPet (GET /pets/{petId}) is deprecated: it is to be removed on 2030-12-05.";
    expect(emitWarning.mock.calls).toEqual([[message, { type: "DeprecationWarning", code: operation.deprecation?.code }]]);
  });

  it("tells a hook instead", () => {
    const emitWarning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const onDeprecation = vi.fn();
    const operation = deprecated({ sunset });
    warnDeprecated(operation, { onDeprecation }, 1922659199_999);
    warnDeprecated(operation, { onDeprecation });
    expect(onDeprecation).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        operation: "getPet",
        method: "GET",
        path: "/pets/{petId}",
        past: false,
        deprecation: operation.deprecation,
      }),
    );
    expect(emitWarning).not.toHaveBeenCalled();
  });

  it("is silent where the caller or the environment says so, and warns later where they do not", () => {
    const onDeprecation = vi.fn();
    const operation = deprecated();
    warnDeprecated(operation, { onDeprecation, deprecations: "silent" });
    vi.stubEnv("SUNDIAL_DEPRECATIONS", "off");
    warnDeprecated(operation, { onDeprecation });
    expect(onDeprecation).not.toHaveBeenCalled();
    vi.unstubAllEnvs();
    warnDeprecated(operation, { onDeprecation });
    expect(onDeprecation).toHaveBeenCalledOnce();
  });

  it("warns on the console where there is no process", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.stubGlobal("process", undefined);
    const operation = deprecated({});
    warnDeprecated(operation, {});
    vi.unstubAllGlobals();
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      `[${operation.deprecation?.code ?? ""}] DeprecationWarning: getPet (GET /pets/{petId}) is deprecated.`,
    );
  });

  it("says nothing of an operation that is not", () => {
    const onDeprecation = vi.fn();
    warnDeprecated({ id: "a", method: "GET", path: "/", responses: {} }, { onDeprecation });
    expect(onDeprecation).not.toHaveBeenCalled();
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
      "getPet (GET /pets/{petId}) is deprecated: it is to be removed on 2030-12-05, in version 2.0.0. Slow. Use listPets with the `status` filter. See https://example.com/why.",
    );
    expect(messageOf({ replacement: { note: "Use the new thing" } })).toBe("getPet (GET /pets/{petId}) is deprecated. Use the new thing.");
  });

  it("is another one from the first second of the day of removal", () => {
    expect(messageOf({ sunset }, 1922659200_000)).toBe(
      "getPet (GET /pets/{petId}) may stop working at any time: it was to be removed on 2030-12-05.",
    );
  });

  it("cannot steer a terminal", () => {
    expect(messageOf({ message: "a\u001b[2Jb\r\nc" })).toBe("getPet (GET /pets/{petId}) is deprecated. a [2Jb c.");
  });
});
