import { expect, it } from "vitest";
import { codecOf, describedAs } from "../../../../templates/runtime/shared/media-type.js";
import type { ReadText, TextType, XmlType } from "../../../../templates/runtime/shared/body-types.js";

const textTypes = [
  ...(["text/plain", "text/csv", "text/html; charset=utf-8", "text/*", "application/yaml", "application/x-yaml"] as const),
  ...(["application/yml", "application/toml", "application/javascript", "application/x-javascript", "application/typescript"] as const),
  ...(["application/sql", "application/x-sh", "application/graphql", "application/x-pem-file", "application/pem-file"] as const),
  ...(["application/jwt", "application/jose", "application/rtf", "application/rtf; version=1"] as const),
  ...(["application/vnd.oai.openapi+yaml", "application/entity-statement+jwt", "application/yaml; charset=utf-8"] as const),
] satisfies readonly TextType[];

const xmlTypes = [
  ...(["application/xml", "text/xml", "application/atom+xml", "application/xml; charset=utf-8"] as const),
] satisfies readonly XmlType[];

it.each(textTypes)("%s is text, for types and for what runs", (mediaType) => {
  expect(codecOf(mediaType)).toBe("text");
});

it.each(xmlTypes)("%s is XML, for types and for what runs", (mediaType) => {
  expect(codecOf(mediaType)).toBe("xml");
});

it.each([
  [["*/*", "text/*", "text/html"], "text/html; charset=utf-8", "text/html"],
  [["*/*", "text/*"], "text/html", "text/*"],
  [["application/*", "application/*+json", "*/*"], "application/a+json", "application/*+json"],
  [["application/*+json", "application/a+json"], "application/a+json", "application/a+json"],
  [["*/*", "image/*"], "text/plain", "*/*"],
  [["image/*"], "text/plain", undefined],
  [["*", "text/*"], "image/png", "*"],
])("of %j, %s is %s, whatever their order", (described, actual, found) => {
  expect(describedAs(described, actual)).toBe(found);
  expect(describedAs(described.toReversed(), actual)).toBe(found);
});

type IsText<Type> = Type extends TextType | XmlType ? true : false;

/** Of another codec, and no text for types either. */
const others: {
  readonly [Type in "application/json" | "application/octet-stream" | "image/png" | "application/yamlx" | "application/pdf"]: IsText<Type>;
} = {
  "application/json": false,
  "application/octet-stream": false,
  "image/png": false,
  "application/yamlx": false,
  "application/pdf": false,
};

it.each(Object.keys(others))("%s is neither", (mediaType) => {
  expect(["text", "xml"]).not.toContain(codecOf(mediaType));
});

// Compiled, never run.
export const read: { list: ReadText<number[]>; unknown: ReadText<unknown>; choice: ReadText<number | { a: 1 }>; word: ReadText<"a"> } = {
  list: "1,2",
  unknown: "x",
  choice: Math.random() < 0.5 ? 1 : "a: 1",
  word: "a",
};
// @ts-expect-error a list is how only programs know
export const list: ReadText<number[]> = [1];
