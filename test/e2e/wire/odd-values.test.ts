/**
 * Values that are odd on the wire, in every place and style: a handler gets what the caller gave, or the client refuses to send it and says why.
 * Nothing arrives as another value, and the server refuses nothing that the client took for sendable.
 */
import { afterAll, describe, expect, test } from "vitest";
import { echoPrograms } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

/** Where a value stands, and how it is written there. */
type Place = readonly [where: "path" | "query" | "header" | "cookie" | "form" | "multipart" | "plain", style: string];

const places: readonly Place[] = [
  ["path", ""],
  ["path", "explode: true"],
  ["path", "style: label"],
  ["path", "style: label, explode: true"],
  ["path", "style: matrix"],
  ["path", "style: matrix, explode: true"],
  ["path", "content"],
  ["query", ""],
  ["query", "explode: false"],
  ["query", "style: spaceDelimited, explode: false"],
  ["query", "style: pipeDelimited, explode: false"],
  ["query", "style: deepObject"],
  ["query", "allowReserved: true"],
  ["query", "explode: false, allowReserved: true"],
  ["query", "content"],
  ["header", ""],
  ["header", "explode: true"],
  ["header", "content"],
  ["cookie", ""],
  ["cookie", "explode: false"],
  ["cookie", "style: cookie"],
  ["cookie", "style: cookie, explode: false"],
  ["cookie", "content"],
  ["form", ""],
  ["form", "explode: false"],
  ["form", "style: pipeDelimited, explode: false"],
  ["form", "style: spaceDelimited, explode: false"],
  ["form", "style: deepObject"],
  ["form", "contentType: application/json"],
  ["multipart", ""],
  ["multipart", "explode: false"],
  ["multipart", "style: pipeDelimited, explode: false"],
  ["multipart", "contentType: application/json"],
  ["plain", ""],
];

const shapes = {
  text: "{ type: string }",
  number: "{ type: number }",
  texts: "{ type: array, items: { type: string } }",
  numbers: "{ type: array, items: { type: number } }",
  object: "{ type: object, additionalProperties: { type: string } }",
} as const;

type Shape = keyof typeof shapes;

const oddTexts = [
  ...["", " ", "  ", " a", "a ", "\ta", "a\t", "\u00a0", "a b", "a,b", ",", "a|b", "a;b", "a; b=c", "a.b", "a=b", "=", "a&b", "a+b", "+"],
  ...[
    "%",
    "%2C",
    "%20",
    "%zz",
    "\n",
    "a\nb",
    "a\r\nX-Y: z",
    "\r",
    "\0",
    "\u007f",
    "\u0085",
    "\u2028",
    "é",
    "ÿ",
    "日本",
    "😀",
    "\ud800",
    "\udc00a",
  ],
  ...[
    '"',
    '"a"',
    "'a'",
    "\\",
    "[1]",
    '["a"]',
    "{}",
    '{"a":1}',
    "[",
    "null",
    "true",
    "1",
    "1.0",
    ".",
    "..",
    "/",
    "a/b",
    "?",
    "#",
    "$0",
    "~",
    "(a)",
  ],
  ...["__proto__", "constructor", "toString", "a[b]", "[b]"],
];
const oddNumbers = [NaN, Infinity, -Infinity, -0, 0, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 0.1 + 0.2];

// A member of this name no server takes: it could change what all objects share.
const oddNames = oddTexts.filter((text) => text !== "__proto__");

const values: Readonly<Record<Shape, readonly unknown[]>> = {
  text: oddTexts,
  number: oddNumbers,
  texts: [...oddTexts.flatMap((text) => [[text], ["x", text], [text, "y"], ["x", text, "y"]]), [], ["", ""], [" ", " "], ["a", "a"]],
  numbers: [...oddNumbers.flatMap((number) => [[number], [1, number]]), []],
  object: [...oddTexts.flatMap((text) => [{ a: text }, { x: "1", a: text, y: "2" }]), ...oddNames.map((name) => ({ [name]: "v" })), {}],
};

/** Whether OpenAPI has a form for it. */
function isPossible([where, style]: Place, shape: Shape): boolean {
  if (where === "plain") return shape === "text";
  if (style.includes("deepObject")) return shape === "object";
  if (!style.includes("Delimited")) return true;
  return shape.endsWith("s") || (shape === "object" && where !== "multipart");
}

const idOf = ([where, style]: Place, shape: Shape): string =>
  `p${places.findIndex(([other, its]) => other === where && its === style)}${shape}`;

function operationOf(place: Place, shape: Shape): string {
  const [where, style] = place;
  const id = idOf(place, shape);
  const answer = "responses: { 200: { description: ok } }";
  if (where === "form" || where === "multipart") {
    const type = where === "form" ? "application/x-www-form-urlencoded" : "multipart/form-data";
    const encoding = style === "" ? "" : `, encoding: { value: { ${style} } }`;
    const schema = `{ type: object, additionalProperties: false, properties: { value: ${shapes[shape]} } }`;
    return `  /${id}: { post: { operationId: ${id}, requestBody: { content: { ${type}: { schema: ${schema}${encoding} } } }, ${answer} } }\n`;
  }
  if (where === "plain")
    return `  /${id}: { post: { operationId: ${id}, requestBody: { content: { text/plain: { schema: ${shapes[shape]} } } }, ${answer} } }\n`;
  const described =
    style === "content"
      ? `content: { application/json: { schema: ${shapes[shape]} } }`
      : `schema: ${shapes[shape]}${style && `, ${style}`}`;
  const parameter = `{ name: value, in: ${where}${where === "path" ? ", required: true" : ""}, ${described} }`;
  return `  /${id}${where === "path" ? "/{value}" : ""}: { get: { operationId: ${id}, parameters: [${parameter}], ${answer} } }\n`;
}

const all = places.flatMap((place) =>
  (Object.keys(shapes) as Shape[]).filter((shape) => isPossible(place, shape)).map((shape) => [place, shape] as const),
);
const program = programOf(
  `openapi: 3.2.0\ninfo: { title: Echo, version: "1" }\npaths:\n${all.map(([place, shape]) => operationOf(place, shape)).join("")}`,
);

/** A list or an object of nothing is not sent. */
const isNothing = (value: unknown): boolean => typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** What the documentation says of two places: a form of parts has the line ends of the network, and what may have reserved characters may be encoded already. */
function asDocumented([place, style]: Place, value: unknown): unknown {
  const inText = (text: string): string =>
    place === "multipart" && style !== "contentType: application/json"
      ? text.replace(/\r\n|\r|\n/g, "\r\n")
      : style.includes("allowReserved")
        ? text.replace(/%2C/g, ",").replace(/%20/g, " ")
        : text;
  if (typeof value === "string") return inText(value);
  if (Array.isArray(value)) return value.map((item) => asDocumented([place, style], item));
  if (typeof value !== "object" || value === null) return value;
  const isOnePart = place === "multipart" && style === ""; // of JSON
  return isOnePart
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [inText(name), asDocumented([place, style], member)]));
}

/** Nothing speaks against these, wherever they stand. */
const isOrdinary = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.keys(value).length > 0 && Object.entries(value).flat().every(isOrdinary)
    : /^(?:[a-z_$~]\w*|\d+)$/i.test(String(value)) && !/^(?:NaN|Infinity)$/.test(String(value));

/** What is wrong with how a value went; `undefined` where it arrived as it was, or was refused by the client in words. */
async function faultOf(place: Place, shape: Shape, value: unknown): Promise<string | undefined> {
  const { send } = await program;
  const [where] = place;
  const isBody = where === "form" || where === "multipart" || where === "plain";
  const args = where === "plain" ? { body: value } : { [isBody ? "body" : where]: { value } };
  try {
    const { result, seen } = await send(idOf(place, shape), args);
    if (seen === undefined) return `refused by the server: ${JSON.stringify(result.error)}`;
    const part = seen[isBody ? "body" : where];
    const arrived = where === "plain" ? part : (part as { readonly value?: unknown } | undefined)?.value;
    // -0 is 0 in JSON, too, and a list or an object of nothing is not sent.
    const [told, wanted] = [arrived, asDocumented(place, value)].map((each) => JSON.stringify(isNothing(each) ? undefined : each));
    return told === wanted ? undefined : `arrived as ${String(told)}`;
  } catch (error) {
    const isTold = error instanceof TypeError && /^\w+: (?:the \w+ parameter "value"|the body|a path parameter)/.test(error.message);
    return isTold && !isOrdinary(value) ? undefined : `threw ${String(error)}`;
  }
}

describe.each(places)("%s %s", (...place) => {
  test.each((Object.keys(shapes) as Shape[]).filter((shape) => isPossible(place, shape)))(
    "%s arrive, or are refused by the client",
    async (shape) => {
      const faults: Record<string, string> = {};
      for (const value of values[shape]) {
        const fault = await faultOf(place, shape, value);
        if (fault !== undefined)
          faults[JSON.stringify(value, (_, each: unknown) => (typeof each === "number" ? String(each) : each))] = fault;
      }
      expect(faults).toEqual({});
    },
  );
});

test.each(["query", "form"] as const)("a member that could change what all objects share is refused: %s", async (where) => {
  const { send } = await program;
  const value = Object.fromEntries([["__proto__", "v"]]);
  const { result } = await send(idOf([where, ""], "object"), { [where === "form" ? "body" : where]: { value } });
  expect(result.status).toBe(400);
});
