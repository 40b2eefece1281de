import { describe, expect, test } from "vitest";
import { resolveConfig } from "../../../src/config/resolve-config.js";

const read = (more: object) => resolveConfig({ path: "/project/sundial.config.ts", value: { input: "a.yaml", output: "api", ...more } });
const mistakes = (more: object): readonly string[] =>
  read(more).diagnostics.map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`));
const target = (more: object) => read(more).value?.[0];

describe("a selection in a configuration", () => {
  test("may be one object or several, with single values or lists", () => {
    expect(target({ include: { tags: "pets", deprecated: false } })?.include).toEqual([
      {
        value: { tags: ["pets"], deprecated: false },
        name: "include",
        at: { file: "file:///project/sundial.config.ts", pointer: "/include" },
      },
    ]);
    const exclude = [{ paths: ["/a"] }, { extensions: "x-internal" }, { extensions: { "x-audience": ["a", 1, null, { b: true }] } }];
    expect(target({ exclude })?.exclude).toEqual([
      { value: { paths: ["/a"] }, name: "exclude.0", at: { file: "file:///project/sundial.config.ts", pointer: "/exclude/0" } },
      {
        value: { extensions: ["x-internal"] },
        name: "exclude.1",
        at: { file: "file:///project/sundial.config.ts", pointer: "/exclude/1" },
      },
      {
        value: { extensions: { "x-audience": ["a", 1, null, { b: true }] } },
        name: "exclude.2",
        at: { file: "file:///project/sundial.config.ts", pointer: "/exclude/2" },
      },
    ]);
    expect(target({ components: "reachable" })?.components).toBe("reachable");
  });

  const members = "It is an object with some of tags, operations, paths, methods, deprecated, extensions.";
  test.each<[object, string]>([
    [{ include: [] }, "`include` must not be an empty list. Remove it to select by nothing."],
    [{ include: {} }, `\`include\` must not be empty. ${members}`],
    [{ include: "pets" }, `\`include\` must be an object or a list of objects. ${members}`],
    [{ include: null }, "`include` must be an object, and is null."],
    [{ exclude: [{ tags: ["a"] }, 1] }, `\`exclude.1\` must be an object or a list of objects. ${members}`],
    [{ exclude: { tag: ["a"] } }, "`exclude.tag` is not a known key. Did you mean `tags`?"],
    [{ exclude: { tags: [] } }, "`exclude.tags` must not be an empty list. Remove it to select by nothing of the kind."],
    [{ exclude: { tags: ["a", 2] } }, "`exclude.tags.1` must be a string that is not empty."],
    [{ exclude: { paths: " " } }, "`exclude.paths` must be a string that is not empty."],
    [{ exclude: { deprecated: "yes" } }, "`exclude.deprecated` must be true or false, and is a string."],
    [{ exclude: { extensions: {} } }, "`exclude.extensions` must name an extension."],
    [
      { exclude: { extensions: ["internal"] } },
      '`exclude.extensions` is not an extension where it says "internal". Names of extensions begin with "x-".',
    ],
    [
      { exclude: { extensions: { internal: true } } },
      '`exclude.extensions.internal` is not an extension where it says "internal". Names of extensions begin with "x-".',
    ],
    [
      { exclude: { extensions: { "x-a": () => 1 } } },
      "`exclude.extensions.x-a` must be data: a string, a number, true or false, a list or an object.",
    ],
    [{ components: "some" }, '`components` does not take "some". It takes reachable, all.'],
  ])("is refused: %j", (more, message) => {
    expect(mistakes(more)[0]).toBe(message);
    expect(target(more)).toBeUndefined();
  });
});

describe("names in a configuration", () => {
  test("are read with their place", () => {
    expect(target({ names: { schemas: { V1Pet: "Pet" }, operations: { "GET /pets": "listPets" } } })?.names).toEqual({
      schemas: { V1Pet: "Pet" },
      operations: { "GET /pets": "listPets" },
      name: "names",
      at: { file: "file:///project/sundial.config.ts", pointer: "/names" },
    });
  });

  test.each([
    ["schemas", "Ünïcode"],
    ["schemas", "日本"],
    ["schemas", "Заказ"],
    ["operations", "получитьДанные"],
    ["operations", "日本を取得"],
    ["operations", "größe"],
  ])("are taken in other scripts, each letter in one spelling: %s %s", (section, name) => {
    expect(mistakes({ names: { [section]: { a: name } } })).toEqual([]);
    expect(target({ names: { [section]: { a: name.normalize("NFD") } } })?.names).toMatchObject({ [section]: { a: name } });
  });

  const type = 'It begins with a capital letter, and has letters, digits and underscores: "PetList".';
  const value = 'It begins with a small letter, and has letters, digits and underscores: "listPets".';
  test.each<[object, string]>([
    [{ names: [] }, "`names` must be an object, and is a list."],
    [
      { names: { parameters: { a: "b" } } },
      "`names.parameters` is not a known key. It takes schemas and operations. Names that are sent, as those of parameters and properties, stay as the description has them.",
    ],
    [{ names: { schema: {} } }, "`names.schema` is not a known key. Did you mean `schemas`?"],
    [{ names: { schemas: { a: 1 } } }, `\`names.schemas.a\` must be an identifier that can be exported. ${type}`],
    ...["pet", "Pet-Item", "1Pet", "", "Pet$", "Pet */ x", "P".repeat(81)].map((name): [object, string] => [
      { names: { schemas: { a: name } } },
      `\`names.schemas.a\` must be an identifier that can be exported, and ${JSON.stringify(name)} is none. ${type}`,
    ]),
    ...["GetPets", "get pets", "delete", "then", "__proto__", "constructor", "${x}", "a\nb"].map((name): [object, string] => [
      { names: { operations: { a: name } } },
      `\`names.operations.a\` must be an identifier that can be exported, and ${JSON.stringify(name)} is none. ${value}`,
    ]),
    ...["العميل", "pét", "दाम", "Pet\u200bs", "İd"].map((name): [object, string] => [
      { names: { schemas: { a: name } } },
      `\`names.schemas.a\` must be an identifier that can be exported, and ${JSON.stringify(name)} is none. ${type.replace("letters,", "letters of Latin, Greek, Cyrillic, Armenian, kana, Han or Hangul,")}`,
    ]),
  ])("are refused: %j", (more, message) => {
    expect(mistakes(more)).toEqual([message]);
    expect(target(more)).toBeUndefined();
  });
});
