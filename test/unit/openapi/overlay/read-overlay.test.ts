import { describe, expect, test } from "vitest";
import { readOverlay } from "../../../../src/openapi/overlay/read-overlay.js";
import { overlayOf, sourceOf } from "../../../support/overlays.js";

/** What is wrong with an overlay: severity, code, pointer. An error with an assumption is one that can be overlooked. */
async function mistakes(written: unknown): Promise<readonly string[]> {
  const { diagnostics } = readOverlay(await sourceOf(written, "fix.yaml"));
  return diagnostics.map(({ severity, code, at, assumed }) => {
    const kind = assumed === undefined ? severity : "defect";
    return `${kind} ${code} ${at !== undefined && "pointer" in at ? at.pointer : ""}`;
  });
}

const info = { title: "Changes", version: "1" };
const actions = [{ target: "$", update: { "x-a": 1 } }];

describe("is fine", () => {
  test.each([
    ["the least there is", { overlay: "1.0.0", info, actions }],
    ["a later patch", { overlay: "1.1.7-rc1", info, actions }],
    ["extensions everywhere", { overlay: "1.1.0", info: { ...info, "x-a": {} }, actions: [{ ...actions[0], "x-b": null }], "x-c": 1 }],
    ["descriptions", { overlay: "1.1.0", info: { ...info, description: "Why" }, actions: [{ ...actions[0], description: "How" }] }],
    ["a reference to what it extends", { overlay: "1.0.0", info, extends: "./api.yaml", actions }],
    ["an update with null", { overlay: "1.1.0", info, actions: [{ target: "$.a", update: null }] }],
    ["JSON", JSON.stringify({ overlay: "1.0.0", info, actions })],
    [
      "YAML with Windows line ends",
      `overlay: 1.0.0\r\ninfo:\r\n  title: a\r\n  version: "1"\r\nactions:\r\n  - target: $\r\n    update: { x-a: 1 }\r\n`,
    ],
  ])("%s", async (_, written) => {
    expect(await mistakes(written)).toEqual([]);
  });
});

describe("is told", () => {
  test.each<[string, unknown, readonly string[]]>([
    ["a list", [], ["error overlay-invalid "]],
    ["a page", "<!DOCTYPE html>", ["error overlay-invalid "]],
    ["an OpenAPI description", { openapi: "3.1.0", info, paths: {} }, ["error overlay-invalid "]],
    ["an object without anything", {}, ["error overlay-invalid "]],
    ["no version", { info, actions }, ["defect overlay-invalid "]],
    [
      "a version without quotes",
      "overlay: 1.0\ninfo: { title: a, version: '1' }\nactions: [{ target: $.a, remove: true }]\n",
      ["defect overlay-invalid /overlay"],
    ],
    ["a version without a patch", { overlay: "1.1", info, actions }, ["defect overlay-invalid /overlay"]],
    ["a later version", { overlay: "2.0.0", info, actions }, ["error overlay-invalid /overlay"]],
    ["a version of another type", { overlay: { a: 1 }, info, actions }, ["error overlay-invalid /overlay"]],
    ["no info", { overlay: "1.1.0", actions }, ["defect overlay-invalid "]],
    ["an info that is a string", { overlay: "1.1.0", info: "x", actions }, ["defect overlay-invalid /info"]],
    ["an info without members", { overlay: "1.1.0", info: {}, actions }, ["defect overlay-invalid /info", "defect overlay-invalid /info"]],
    [
      "numbers in the info",
      { overlay: "1.1.0", info: { title: 1, version: "1", description: 2 }, actions },
      ["defect overlay-invalid /info/title", "defect overlay-invalid /info/description"],
    ],
    ["an extends that is an object", { overlay: "1.1.0", info, extends: {}, actions }, ["defect overlay-invalid /extends"]],
    ["no actions", { overlay: "1.1.0", info }, ["error overlay-invalid "]],
    ["actions that are an object", { overlay: "1.1.0", info, actions: {} }, ["error overlay-invalid /actions"]],
    ["no action at all", { overlay: "1.1.0", info, actions: [] }, ["defect overlay-invalid /actions"]],
    ["an action twice", overlayOf([...actions, ...actions]), ["warning overlay-invalid /actions/1"]],
    ["an action that is a number", overlayOf([1]), ["error overlay-invalid /actions/0"]],
    ["an action without a target", overlayOf([{ update: {} }]), ["error overlay-invalid /actions/0"]],
    ["a target that is a number", overlayOf([{ target: 1, update: {} }]), ["error overlay-invalid /actions/0/target"]],
    [
      "a target that is no JSONPath",
      overlayOf([{ target: "info.title", update: "x" }]),
      ["error overlay-target-invalid /actions/0/target"],
    ],
    ["a copy of a number", overlayOf([{ target: "$", copy: 100 }]), ["error overlay-invalid /actions/0/copy"]],
    ["a copy that is no JSONPath", overlayOf([{ target: "$", copy: "$." }]), ["error overlay-target-invalid /actions/0/copy"]],
    ["a removal that is a word", overlayOf([{ target: "$.a", remove: "maybe" }]), ["error overlay-invalid /actions/0/remove"]],
    ["a description that is a number", overlayOf([{ ...actions[0], description: 1 }]), ["defect overlay-invalid /actions/0/description"]],
    [
      "an action that does nothing",
      overlayOf([{ target: "$" }, { target: "$.a", remove: false }]),
      ["info overlay-no-effect /actions/0", "info overlay-no-effect /actions/1"],
    ],
    ["update and copy at once", overlayOf([{ target: "$", update: {}, copy: "$.a" }]), ["error overlay-invalid /actions/0"]],
    [
      "what stands beside a removal",
      overlayOf([{ target: "$.a", remove: true, update: {}, copy: "$.b" }]),
      ["info overlay-no-effect /actions/0/update", "info overlay-no-effect /actions/0/copy"],
    ],
    ["a copy in version 1.0", overlayOf([{ target: "$", copy: "$.a" }], "1.0.0"), ["warning overlay-version /actions/0/copy"]],
    [
      "unknown keys",
      { overlay: "1.1.0", info: { ...info, titel: "" }, actions: [{ ...actions[0], Target: "$" }], action: [] },
      ["warning overlay-unknown-key /action", "warning overlay-unknown-key /info/titel", "warning overlay-unknown-key /actions/0/Target"],
    ],
    [
      "names of JavaScript's own",
      `{"overlay": "1.1.0", "info": {"title": "a", "version": "1"}, "__proto__": {}, "actions": [{"target": "$", "update": {}, "constructor": 1}]}`,
      ["warning overlay-unknown-key /__proto__", "warning overlay-unknown-key /actions/0/constructor"],
    ],
  ])("%s", async (_, written, expected) => {
    expect(await mistakes(written)).toEqual(expected);
  });

  test("with what may be meant", async () => {
    const source = await sourceOf({ overlay: "1.1.0", info, actions: [{ taget: "$", upsert: {} }] }, "fix.yaml");
    expect(readOverlay(source).diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['"taget" is not a key of overlays here.', 'Did you mean "target"?'],
      [
        '"upsert" is not a key of overlays here.',
        "Known keys are target, description, update, copy, remove; keys of your own begin with x-.",
      ],
      ['An action needs "target".', "It is a JSONPath, such as $.paths['/pets'].get."],
    ]);
  });
});

test.each([
  ["$.paths[?search(@.description, '[')]", "["],
  ["$.paths[?!match(@.description, '\\\\d+')]", "\\d+"],
  ["$.paths[?@.a == 1 && (search(@.b, 'x') || $.c[?match(@.d, 'a**')])]", "a**"],
])("a regular expression that is none is told: %s", async (target, pattern) => {
  const { diagnostics } = readOverlay(await sourceOf({ overlay: "1.1.0", info, actions: [{ target, remove: true }] }, "fix.yaml"));
  expect(diagnostics).toMatchObject([{ code: "overlay-target-invalid", severity: "error", at: { pointer: "/actions/0/target" } }]);
  expect(diagnostics[0]?.message).toContain(`the regular expression ${JSON.stringify(pattern)}, which is none`);
});
