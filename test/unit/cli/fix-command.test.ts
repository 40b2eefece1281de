import { describe, expect, test } from "vitest";
import { fixCommand } from "../../../src/cli/fix-command.js";
import type { ApiTarget } from "../../../src/config/config.js";
import { memoryIo } from "../../support/memory-io.js";

const target: ApiTarget = {
  label: "petstore",
  configured: true,
  input: "/project/spec/a b.yaml",
  source: "a b.yaml",
  output: "/project/out",
  emit: ["types", "validators", "client", "server"],
  name: undefined,
  handlers: undefined,
  command: "npm run generate",
  limits: undefined,
  int64: undefined,
  importExtension: "auto",
  validators: undefined,
  silence: [],
};
const edited = [{ kind: "edited", path: "types.ts" }] as const;

describe("the command that mends an output", () => {
  test.each([
    ["names the API of a configuration", target, [], undefined, "npx sundial generate petstore"],
    ["names the configuration", target, [], "a/b.json", "npx sundial generate petstore --config a/b.json"],
    ["has --force where an edit has to go", target, edited, undefined, "npx sundial generate petstore --force"],
    [
      "repeats the flags, quoted",
      { ...target, configured: false, name: "it's" },
      [],
      undefined,
      `npx sundial generate --input 'spec/a b.yaml' --output out --name 'it'\\''s'`,
    ],
    [
      "repeats the parts",
      { ...target, configured: false, input: "-", emit: ["types"] },
      [],
      undefined,
      "npx sundial generate --input - --output out --emit types",
    ],
  ] as const)("%s", (_, each, drift, config, expected) => {
    expect(fixCommand(each, drift, memoryIo(), config)).toBe(expected);
  });
});
