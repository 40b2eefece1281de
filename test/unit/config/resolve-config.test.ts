import { describe, expect, test } from "vitest";
import { defineConfig } from "../../../src/config/config.js";
import { presets } from "../../../src/presets/index.js";
import { resolveConfig } from "../../../src/config/resolve-config.js";

const path = "/project/sundial.config.ts";
const resolved = (value: unknown) => resolveConfig({ path, value });
/** What is wrong with a configuration: code, message, hint. */
const mistakes = (value: unknown) =>
  resolved(value).diagnostics.map(({ code, message, hint }) => `${code}: ${message}${hint === undefined ? "" : ` ${hint}`}`);
const pets = { input: "spec/petstore.yaml", output: "generated/petstore" };

describe("a configuration", () => {
  test("of one API has paths relative to its file, and everything else by default", () => {
    expect(resolved(pets)).toEqual({
      diagnostics: [],
      value: [
        {
          label: "petstore",
          config: "/project/sundial.config.ts",
          input: "/project/spec/petstore.yaml",
          source: "spec/petstore.yaml",
          inputAt: { file: "file:///project/sundial.config.ts", pointer: "/input" },
          output: "/project/generated/petstore",
          emit: ["types", "validators", "client", "paths", "server"],
          name: undefined,
          handlers: undefined,
          command: undefined,
          importExtension: "auto",
          silence: [],
          outputs: ["/project/generated/petstore"],
          copies: 0,
        },
      ],
    });
  });

  test("of several may share a runtime, which has what all of them need", () => {
    const apis = { pets: { ...pets, emit: ["client"] }, store: { input: "store.yaml", output: "generated/store", emit: ["validators"] } };
    const { value } = resolved({ runtime: "src/sundial", apis });
    expect(value?.map(({ runtime }) => runtime)).toEqual([value?.[0]?.runtime, value?.[0]?.runtime]);
    expect(value?.[0]?.runtime).toMatchObject({
      folder: "/project/src/sundial",
      config: path,
      parts: ["types", "validators", "client"],
      importExtension: "auto",
    });
    expect(value?.[0]?.copies).toBe(0);
    expect(resolved({ apis }).value?.[1]).toMatchObject({
      copies: 2,
      outputs: ["/project/generated/petstore", "/project/generated/store"],
    });
    const spelled = { pets: { ...apis.pets, importExtension: "ts" }, store: { ...apis.store, importExtension: "ts" } };
    expect(resolved({ runtime: "rt", apis: spelled }).value?.[0]?.runtime?.importExtension).toBe("ts");
  });

  test("of several names each by its key", () => {
    const { value } = resolved({
      command: "npm run generate",
      apis: {
        pets,
        store: {
          input: "https://user:secret@example.com/store.json?token=1",
          output: "generated/store",
          name: "shop",
          handlers: "handlers",
        },
      },
    });
    expect(value).toMatchObject([
      { label: "pets", name: "pets", command: "npm run generate" },
      { label: "store", name: "shop", handlers: "/project/handlers", source: "https://example.com/store.json" },
    ]);
  });

  test.each([
    [["server"], ["types", "validators", "server"]],
    [["client"], ["types", "client"]],
    [["paths"], ["types", "client", "paths"]],
    [["validators"], ["types", "validators"]],
    [
      ["client", "types", "types"],
      ["types", "client"],
    ],
  ])("completes parts %j with what they need", (emit, complete) => {
    expect(resolved({ ...pets, emit }).value?.[0]?.emit).toEqual(complete);
  });
});

describe("a mistake in a configuration", () => {
  test("is not the only one reported", () => {
    expect(mistakes({ comand: "x", apis: { pets: { inptu: "a", output: 3, emit: ["typs", "client"], name: "12" }, store: null } })).toEqual(
      [
        "config-unknown-key: `comand` is not a known key. Did you mean `command`?",
        "config-unknown-key: `apis.pets.inptu` is not a known key. Did you mean `input`?",
        "config-invalid-value: `apis.pets.input` is required, and must be a string.",
        "config-invalid-value: `apis.pets.output` must be a string, and is a number.",
        'config-invalid-value: `apis.pets.emit` does not take "typs". Did you mean `types`?',
        "config-invalid-value: `apis.pets.name` must hold a letter, because generated names are made of it.",
        "config-invalid-value: `apis.store` must be an object, and is null.",
      ],
    );
  });

  test.each([
    [undefined, "config-invalid-value: The configuration must be an object, and is missing."],
    [
      [pets],
      "config-invalid-value: The configuration must be an object, and is a list. Several APIs have names: `{ apis: { pets: { input, output } } }`.",
    ],
    [{ apis: {} }, "config-invalid-value: `apis` must name at least one API."],
    [{ apis: { pets }, input: "x" }, "config-unknown-key: `input` is not a known key. With `apis`, it belongs inside one of them."],
    [{ ...pets, emit: "types" }, 'config-invalid-value: `emit` must be a list, and is a string. Write emit: ["types"].'],
    [
      { ...pets, emit: [] },
      "config-invalid-value: `emit` must name a part. It takes types, validators, client, paths, server, mock; all but mock when absent.",
    ],
    [
      { ...pets, zzz: 1 },
      "config-unknown-key: `zzz` is not a known key. Known keys are input, overlays, output, emit, name, handlers, limits, gateStore, deprecations, int64, untyped, importExtension, formats, validators, references, templates, header, eslintDisable, strict, severity, silence, include, exclude, components, names, command, runtime, format, apis.",
    ],
    [{ ...pets, emit: ["client"], handlers: "h" }, "config-invalid-value: `handlers` needs the part `server`."],
    [
      { ...pets, handlers: "generated/petstore/h" },
      "config-invalid-value: `handlers` must not be inside the folder of the generated files, because handlers are yours.",
    ],
    [{ ...pets, silence: ["edited-by-hand"] }, 'config-invalid-value: `silence` cannot silence "edited-by-hand", because it is an error.'],
    [{ ...pets, silence: ["leftover-kep"] }, 'config-invalid-value: `silence` does not take "leftover-kep". Did you mean `leftover-kept`?'],
    [
      { apis: { a: pets, b: { ...pets, output: "./generated/petstore/" } } },
      "config-shared-output: `apis.b.output` is also the folder of a. Give each API a folder of its own.",
    ],
  ])("is reported: %j", (value, message) => {
    expect(mistakes(value)).toEqual([message]);
    expect(resolved(value).value).toBeUndefined();
  });

  describe("of several APIs, whose files would be in each other's way, is reported:", () => {
    const output = (path: string, more: object = {}) => ({ input: "a.yaml", output: path, ...more });
    const own = "Give each API a folder of its own.";
    const handlers = "Give the handlers of each API a folder of their own.";
    test.each([
      [
        { a: output("n"), b: output("n/runtime") },
        [`\`apis.b.output\` is inside the runtime folder of a, whose files are its own. ${own}`],
      ],
      [
        { b: output("n/runtime"), a: output("n") },
        [`\`apis.b.output\` is inside the runtime folder of a, whose files are its own. ${own}`],
      ],
      [
        { a: output("n"), b: output("n/runtime/x") },
        [`\`apis.b.output\` is inside the runtime folder of a, whose files are its own. ${own}`],
      ],
      [
        { a: output("a", { handlers: "h" }), b: output("b", { handlers: "./h/" }) },
        [`\`apis.b.handlers\` is also the folder of the handlers of a. ${handlers}`],
      ],
      [
        { a: output("a", { handlers: "b" }), b: output("b") },
        ["`apis.a.handlers` has the generated files of b, and handlers are yours. Give handlers a folder of their own."],
      ],
      [
        { a: output("a", { handlers: "b/runtime" }), b: output("b") },
        ["`apis.a.handlers` has the generated files of b, and handlers are yours. Give handlers a folder of their own."],
      ],
    ])("%j", (apis, messages) => {
      expect(mistakes({ runtime: false, apis })).toEqual(messages.map((message) => `config-shared-output: ${message}`));
    });

    test.each([
      [false, { a: output("n"), b: output("n/b") }],
      [false, { a: output("n", { emit: ["types"] }), b: output("n/runtime") }],
      ["sundial", { a: output("n"), b: output("n/runtime") }],
      [false, { a: output("a", { handlers: "h" }), b: output("b", { handlers: "h/b" }) }],
    ])("and none where they are not: runtime %j, %j", (runtime, apis) => {
      expect(mistakes({ runtime, apis })).toEqual([]);
    });
  });

  test("has the place of its key", () => {
    expect(resolved({ apis: { "a/b": { ...pets, x: 1 } } }).diagnostics[0]?.at).toEqual({
      file: "file:///project/sundial.config.ts",
      pointer: "/apis/a~1b/x",
      on: "key",
    });
  });
});

describe("references in a configuration", () => {
  test("are paths relative to its file", () => {
    const references = ["../shared", "/schemas", "specs/secrets.yaml"];
    expect(resolved({ ...pets, references }).value?.[0]?.references).toEqual(["/shared", "/schemas", "/project/specs/secrets.yaml"]);
    expect(resolved(pets).value?.[0]?.references).toBeUndefined();
    expect(defineConfig({ apis: { pets: { ...pets, references } } })).toMatchObject({ apis: { pets: { references } } });
  });

  test.each([
    ["../shared", "config-invalid-value: `references` must be a list of folders and files."],
    [[""], "config-invalid-value: `references.0` must be the path of a folder or a file."],
    [["a", 3], "config-invalid-value: `references.1` must be the path of a folder or a file."],
    [
      ["https://example.com"],
      "config-invalid-value: `references.0` must be the path of a folder or a file. A description on disk reads files only: download other files.",
    ],
  ])("that are none are reported: %j", (references, message) => {
    expect(mistakes({ ...pets, references })).toEqual([message]);
  });
});

describe("validators in a configuration", () => {
  const validators = {
    mode: "small",
    issues: "first",
    formats: "annotate",
    discriminator: "exact",
    patterns: "skip",
    readOnly: "reject",
  } as const;

  test("say whether processes share gates, and what of the service is heard", () => {
    const shared = resolved({ apis: { pets: { ...pets, gateStore: true, deprecations: "service" } } }).value?.[0];
    expect(shared).toMatchObject({ gateStore: { at: { pointer: "/apis/pets/gateStore" } }, deprecations: "service" });
    expect(resolved({ ...pets, gateStore: false }).value?.[0]).toMatchObject({ gateStore: undefined, deprecations: undefined });
    expect(defineConfig({ ...pets, gateStore: true, deprecations: "service" })).toMatchObject({ gateStore: true });
  });

  test("are what it says, and so are 64-bit integers", () => {
    expect(resolved({ ...pets, int64: "bigint", validators }).value?.[0]).toMatchObject({ int64: "bigint", validators });
    expect(resolved({ apis: { pets: { ...pets, validators: {} } } }).value?.[0]).toMatchObject({ int64: undefined, validators: {} });
    expect(defineConfig({ ...pets, int64: "string", validators })).toMatchObject({ validators });
  });

  test.each([
    [{ int64: "BigInt" }, 'config-invalid-value: `int64` does not take "BigInt". Did you mean `bigint`?'],
    [
      { gateStore: "redis" },
      "config-invalid-value: `gateStore` must be true or false, and is a string. With true, several processes can share the limits of a credential.",
    ],
    [{ gatestore: true }, "config-unknown-key: `gatestore` is not a known key. Did you mean `gateStore`?"],
    [{ deprecations: "services" }, 'config-invalid-value: `deprecations` does not take "services". Did you mean `service`?'],
    [{ int64: 64 }, "config-invalid-value: `int64` does not take a number. It takes number, bigint, string."],
    [{ validators: "fast" }, "config-invalid-value: `validators` must be an object, and is a string."],
    [{ validators: { mdoe: "fast" } }, "config-unknown-key: `validators.mdoe` is not a known key. Did you mean `mode`?"],
    [{ validators: { mode: "quick" } }, 'config-invalid-value: `validators.mode` does not take "quick". It takes fast, small.'],
    [{ validators: { issues: 1 } }, "config-invalid-value: `validators.issues` does not take a number. It takes all, first."],
    [{ validators: { formats: true } }, "config-invalid-value: `validators.formats` does not take a boolean. It takes assert, annotate."],
    [{ validators: { patterns: "boud" } }, 'config-invalid-value: `validators.patterns` does not take "boud". Did you mean `bound`?'],
    [{ validators: { readOnly: "rejct" } }, 'config-invalid-value: `validators.readOnly` does not take "rejct". Did you mean `reject`?'],
  ])("are refused where they are wrong: %j", (wrong, message) => {
    expect(mistakes({ ...pets, ...wrong })).toEqual([message]);
    expect(resolved({ ...pets, ...wrong }).value).toBeUndefined();
  });
});

describe("limits in a configuration", () => {
  test("have types that an editor completes", () => {
    const config = defineConfig({
      ...pets,
      limits: {
        key: { securityScheme: "key" },
        plans: { free: { policies: { minute: { q: 60, w: 60 } } }, big: { custom: true } },
        defaultPlan: "free",
        headers: { limit: "X-Limit", remaining: "X-Left", reset: { name: "X-Reset", format: "delta-seconds" } },
        retryAfter: { name: "Retry-After", formats: ["delta-seconds"] },
        banRisk: true,
        operations: { createPet: { cost: 5, policies: ["minute"], retry: { idempotencyKeyHeader: "Idempotency-Key" } } },
      },
    });
    // @ts-expect-error a plan has policies, or is custom
    defineConfig({ ...pets, limits: { plans: { free: { q: 60 } } } });
    expect(resolved(config).diagnostics).toEqual([]);
  });

  test("are kept as written, with their place", () => {
    const limits = { plans: { free: { policies: { minute: { q: 60, w: 60 } } } }, banRisk: undefined };
    const at = { file: "file:///project/sundial.config.ts", pointer: "/apis/pets/limits" };
    expect(resolved({ apis: { pets: { ...pets, limits } } }).value?.[0]?.limits).toEqual({
      value: { plans: limits.plans },
      name: "apis.pets.limits",
      at,
    });
    expect(resolved({ ...pets, limits: false }).value?.[0]?.limits).toBe(false);
    expect(resolved({ ...pets, limits: "auto" }).value?.[0]?.limits).toBe("auto");
    expect(resolved(pets).value?.[0]?.limits).toBeUndefined();
  });

  test("may be a preset, by its name, with members of its own, or as data", () => {
    const plans = { mine: { policies: { minute: { q: 1, w: 60 } } } };
    const read = (limits: unknown): unknown => resolved({ ...pets, limits }).value?.[0]?.limits;
    const place = { name: "limits", at: { file: "file:///project/sundial.config.ts", pointer: "/limits" } };
    expect(read("shopify")).toEqual({ value: presets.shopify, ...place, preset: ["plans", "defaultPlan", "headers", "retryAfter"] });
    const { defaultPlan, headers, retryAfter } = presets.shopify;
    const mixed = { plans, defaultPlan, headers, retryAfter };
    const preset = ["defaultPlan", "headers", "retryAfter"];
    expect(read({ preset: "shopify", plans })).toEqual({ value: mixed, ...place, preset });
    expect(read({ ...presets.shopify, plans })).toEqual({ value: mixed, ...place, preset: ["headers", "retryAfter"] });
    expect(read({ ...presets.shopify, plans, headers: { ...headers, refill: 5 } })).toMatchObject({ preset: ["retryAfter"] });
    defineConfig({ ...pets, limits: "github" });
    defineConfig({ ...pets, limits: { preset: "github", banRisk: false } });
    defineConfig({ ...pets, limits: { ...presets.github, plans } });
    // @ts-expect-error there is no such preset
    defineConfig({ ...pets, limits: "gitlab" });
    // @ts-expect-error a policy has figures of one way to limit
    defineConfig({ ...pets, limits: { plans: { free: { policies: { minute: { q: 60, burst: 5 } } } } } });
  });

  test.each([
    [
      true,
      'config-invalid-value: `limits` must be "auto", false, the name of a preset or an object. Described limits are kept to unless it is false; `auto` keeps to those that the service reports.',
    ],
    [
      "always",
      'config-invalid-value: `limits` must be "auto", false, the name of a preset or an object. Presets are anthropic, discord, github, openai, shopify, slack, stripe, twitter. Described limits are kept to unless it is false; `auto` keeps to those that the service reports.',
    ],
    ["gihtub", 'config-invalid-value: `limits` must be "auto", false, the name of a preset or an object. Did you mean "github"?'],
    [{ preset: "Stripe" }, 'config-invalid-value: `limits.preset` must be the name of a preset. Did you mean "stripe"?'],
    [
      { preset: 5 },
      "config-invalid-value: `limits.preset` must be the name of a preset. Presets are anthropic, discord, github, openai, shopify, slack, stripe, twitter.",
    ],
    [5, "config-invalid-value: `limits` must be an object, and is a number."],
    [{ plans: () => 1 }, "config-invalid-value: `limits.plans` must be data: a string, a number, true or false, a list or an object."],
    [
      { plans: [new Date(0)] },
      "config-invalid-value: `limits.plans.0` must be data: a string, a number, true or false, a list or an object.",
    ],
    [{ cost: Number.NaN }, "config-invalid-value: `limits.cost` must be data: a string, a number, true or false, a list or an object."],
  ])("are data: %j is not", (limits, message) => {
    expect(mistakes({ ...pets, limits })).toEqual([message]);
  });
});
