import { describe, expect, test } from "vitest";
import { suggestedCommand } from "../../../src/cli/suggested-command.js";
import type { ResolvedTarget } from "../../../src/cli/resolve-target.js";
import type { ApiTarget } from "../../../src/config/config.js";
import { memoryIo } from "../../support/memory-io.js";

const target: ApiTarget = {
  label: "petstore",
  config: "/project/sundial.config.ts",
  input: "/project/spec/a b.yaml",
  overlays: undefined,
  remote: undefined,
  source: "a b.yaml",
  output: "/project/out",
  emit: ["types", "validators", "client", "paths", "server"],
  name: undefined,
  handlers: undefined,
  command: undefined,
  limits: undefined,
  gateStore: undefined,
  deprecations: undefined,
  int64: undefined,
  untyped: undefined,
  importExtension: "auto",
  formats: undefined,
  validators: undefined,
  references: undefined,
  templatesFolder: undefined,
  header: undefined,
  eslintDisable: undefined,
  strict: undefined,
  severity: undefined,
  include: undefined,
  exclude: undefined,
  components: undefined,
  names: undefined,
  silence: [],
  format: undefined,
  runtime: undefined,
  outputs: ["/project/out"],
  copies: 0,
};
const settled = (each: ApiTarget, command: string): ResolvedTarget => ({
  target: each,
  command: { wanted: command },
  request: { ...each, command, importExtension: "js", runtime: undefined },
  recorded: undefined,
  newer: undefined,
  diagnostics: [],
  reasons: [],
});
const edited = [{ kind: "edited", path: "types.ts" }] as const;

describe("the command that mends an output", () => {
  test.each([
    ["names the API of a configuration", target, [], undefined, "npx openapi-sundial generate petstore"],
    ["names the configuration", target, [], "a/b.json", "npx openapi-sundial generate petstore --config a/b.json"],
    ["has --force where an edit has to go", target, edited, undefined, "npx openapi-sundial generate petstore --force"],
    [
      "moves what is in the way first, and removes last what no run does",
      target,
      [
        { kind: "foreign", path: "a b.ts" },
        { kind: "missing", path: "c.ts" },
        { kind: "leftover", path: "d.ts" },
      ],
      undefined,
      "mv 'out/a b.ts' 'out/a b.ts.moved' && npx openapi-sundial generate petstore && rm out/d.ts",
    ],
    ["only removes where that is all", target, [{ kind: "leftover", path: "d.ts" }], undefined, "rm out/d.ts"],
    [
      "repeats the flags, quoted",
      { ...target, config: undefined, name: "it's" },
      [],
      undefined,
      `npx openapi-sundial generate --input 'spec/a b.yaml' --output out --name 'it'\\''s'`,
    ],
    [
      "repeats what the description may refer to",
      { ...target, config: undefined, references: ["/shared", "/project/a b"] },
      [],
      undefined,
      "npx openapi-sundial generate --input 'spec/a b.yaml' --output out --references '../shared,a b'",
    ],
    [
      "repeats the parts",
      { ...target, config: undefined, input: "-", emit: ["types"] },
      [],
      undefined,
      "npx openapi-sundial generate --input - --output out --emit types",
    ],
  ] as const)("%s", (_, each, drift, config, expected) => {
    expect(suggestedCommand(settled(each, "npx openapi-sundial generate"), drift, memoryIo(), config)).toBe(expected);
  });

  test.each([
    ["is the repository's own", target, [], undefined, "pnpm run generate", "pnpm run generate"],
    ["is ours where an edit has to go", target, edited, undefined, "npm run generate", "npx openapi-sundial generate petstore --force"],
    [
      "is ours for a configuration elsewhere",
      target,
      [],
      "a/b.json",
      "npm run generate",
      "npx openapi-sundial generate petstore --config a/b.json",
    ],
    [
      "is ours for flags",
      { ...target, config: undefined, emit: ["types"] },
      [],
      undefined,
      "npm run generate",
      "npx openapi-sundial generate --input 'spec/a b.yaml' --output out --emit types",
    ],
    [
      "is never that of another package, which older versions recorded",
      target,
      [],
      undefined,
      "npx sundial generate",
      "npx openapi-sundial generate petstore",
    ],
  ] as const)("%s", (_, each, drift, config, command, expected) => {
    expect(suggestedCommand(settled(each, command), drift, memoryIo(), config)).toBe(expected);
  });

  test.each([
    ["npm run generate", "npx openapi-sundial generate petstore --force"],
    ["make api", "npx openapi-sundial generate petstore --force"],
    ["constructor api", "npx openapi-sundial generate petstore --force"],
    ["yarn run generate", "yarn sundial generate petstore --force"],
    ["yarn generate", "yarn sundial generate petstore --force"],
    ["pnpm run generate", "pnpm exec sundial generate petstore --force"],
    ["bun run generate", "bunx openapi-sundial generate petstore --force"],
    ["deno task generate", "deno run -A npm:openapi-sundial generate petstore --force"],
  ])("is run by what runs %j", (command, expected) => {
    expect(suggestedCommand(settled(target, command), edited, memoryIo(), undefined)).toBe(expected);
  });
});
