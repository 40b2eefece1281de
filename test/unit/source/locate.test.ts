import { describe, expect, test } from "vitest";
import { child, format, parse } from "../../../src/source/json-pointer.js";
import { parseBytes } from "../../../src/source/parse.js";
import type { SourceFile } from "../../../src/source/source-file.js";

async function file(text: string): Promise<SourceFile> {
  const { value } = await parseBytes(new TextEncoder().encode(text), "file:///a", "a");
  if (value === undefined) throw new Error("no value");
  return value;
}

const yaml = await file(
  [
    "info:", // 1
    "  title: T", // 2
    "paths:", // 3
    "  /a/{b}:", // 4
    "    get:", // 5
    "      tags: [x, 'y']", // 6
    "      parameters:", // 7
    "        - name: p", // 8
    "        - &q", // 9
    '          "a~b": |', // 10
    "            text", // 11
    "        - *q", // 12
    "        - <<: *q", // 13
    "          c:", // 14
  ].join("\r\n"),
);
const json = await file('{\n  "info": {"title": "T"},\n  "paths": {\n    "/a/{b}": [1, {"x\\"y": [\n      2]}]\n  }\n}');

describe("a pointer into YAML", () => {
  test.each([
    ["", "1:1"],
    ["/info/title", "2:10"],
    ["/paths", "3:1"],
    ["/paths/~1a~1{b}/get", "5:5"],
    ["/paths/~1a~1{b}/get/tags/1", "6:17"],
    ["/paths/~1a~1{b}/get/parameters/0", "8:11"],
    ["/paths/~1a~1{b}/get/parameters/0/name", "8:17"],
    ["/paths/~1a~1{b}/get/parameters/1/a~0b", "10:18"],
    ["/paths/~1a~1{b}/get/parameters/2/a~0b", "10:18"],
    ["/paths/~1a~1{b}/get/parameters/3/a~0b", "10:18"],
    ["/paths/~1a~1{b}/get/parameters/3/c", "14:11"],
    ["/paths/~1a~1{b}/get/nothing/here", "5:5"],
    ["/info/description", "1:1"],
  ])("%j is found", (pointer, place) => {
    const { line, column } = yaml.locate(pointer);
    expect(`${String(line)}:${String(column)}`).toBe(place);
  });
});

describe("a pointer into JSON", () => {
  test.each([
    ["", undefined, "1:1"],
    ["/info", undefined, "2:3"],
    ["/info", "value", "2:11"],
    ["/info/title", undefined, "2:21"],
    ["/info/title", "key", "2:12"],
    ["/paths/~1a~1{b}/0", undefined, "4:16"],
    ['/paths/~1a~1{b}/1/x"y/0', undefined, "5:7"],
    ["/paths/~1a~1{b}/7", undefined, "4:5"],
    ["/paths/toString", undefined, "3:3"],
  ] as const)("%j is found", (pointer, on, place) => {
    const { line, column } = json.locate(pointer, on);
    expect(`${String(line)}:${String(column)}`).toBe(place);
  });
});

test("pointers are written and read the same", () => {
  const tokens = ["", "a/b", "m~n", "~1", "0", "ß"];
  expect(parse(format(tokens))).toEqual(tokens);
  expect(format(tokens)).toBe("//a~1b/m~0n/~01/0/ß");
  expect(child("/a", "x/y")).toBe("/a/x~1y");
  expect(parse("a")).toBeUndefined();
});

test("places in JSON are found in any order, before and after one that is not there", async () => {
  const text = '{"a": {"b": 1, "c": [true, {"d": 2}]}, "e": 3, "f": {"g": 4}}';
  const places = ["/f/g", "/nothing", "/a/c/1/d", "/e", "/a/b", "/a/nothing", "/f/g", "/a/c/7"];
  const columns = async (pointers: readonly string[]): Promise<readonly (readonly [string, number])[]> => {
    const { locate } = await file(text);
    return pointers.map((pointer) => [pointer, locate(pointer).column]);
  };
  const each = new Map((await Promise.all(places.map((pointer) => columns([pointer])))).flat());
  expect(await columns(places)).toEqual(places.map((pointer) => [pointer, each.get(pointer)]));
  expect(each.get("/f/g")).toBe(text.indexOf("4") + 1);
  expect(each.get("/a/c/1/d")).toBe(text.indexOf("2") + 1);
});
