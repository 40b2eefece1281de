/** Tags that tell alternatives apart more than once, on the way to integers of 64 bits: each value is one case, and what it decides is decided. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const told = (...members: readonly object[]): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string" } },
  oneOf: members,
  discriminator: { propertyName: "kind" },
});
const leaf = (name: string): object => ({
  type: "object",
  properties: { kind: { type: "string" }, [name]: { type: "integer", format: "int64" } },
});

async function int64Text(schemas: Readonly<Record<string, object>>): Promise<string> {
  const content = { "application/json": { schema: to("All") } };
  const post = { operationId: "addAll", requestBody: { content }, responses: { 200: { description: "ok", content } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: { "/a": { post } }, components: { schemas } });
  const { files } = await generateTexts({ "a.json": text }, ["types", "client"], { strict: false, int64: "bigint" });
  return files.find(({ path }) => path === "int64.ts")?.text ?? "";
}

/** Names of cases that stand twice in one object of the text. */
function repeated(text: string): readonly string[] {
  const open: Set<string>[] = [];
  const found: string[] = [];
  for (const [mark, name] of text.matchAll(/([A-Za-z_]\w*|"[^"]*")(?=: )|[{}]/g)) {
    if (mark === "{") open.push(new Set());
    else if (mark === "}") open.pop();
    else if (name !== undefined) {
      const around = open.at(-1);
      if (around?.has(name) === true) found.push(name);
      around?.add(name);
    }
  }
  return found;
}

const twice: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  "a member that is listed twice": { All: told(to("A"), to("A"), to("B")), A: leaf("a"), B: leaf("b") },
  "a member of a member, by two ways": {
    All: told(to("One"), to("Two")),
    One: told(to("A"), to("B")),
    Two: told(to("A"), to("C")),
    A: leaf("a"),
    B: leaf("b"),
    C: leaf("c"),
  },
  "members of both parts of a member": {
    All: told(to("One"), to("D")),
    One: { allOf: [to("P"), to("Q")] },
    P: told(to("A"), to("B")),
    Q: told(to("A"), to("C")),
    ...Object.fromEntries(["A", "B", "C", "D"].map((name) => [name, leaf(name)])),
  },
  "a member with the same member twice": { All: told(to("One"), to("C")), One: told(to("A"), to("A")), A: leaf("a"), C: leaf("c") },
};

test.each(Object.entries(twice))("%s", async (_, schemas) => {
  const text = await int64Text(schemas);
  expect(text).toContain('"int64"');
  expect(repeated(text)).toEqual([]);
});

test("levels that are told apart by the same property do not multiply", async () => {
  const lengths = await Promise.all([3, 6].map(async (depth) => (await requestText(depth)).length));
  expect((lengths[1] ?? 0) / (lengths[0] ?? 0)).toBeLessThan(6);
});

/** A leaf and a schema a level, which is one of those of the next; what hides a member of all of them makes copies of them in its place. */
function requestText(depth: number): Promise<string> {
  const level = (at: number, isLeaf: boolean): object =>
    at === depth || isLeaf
      ? { ...leaf(`n${String(at)}`), required: ["id"] }
      : { ...told(to(`L${String(at + 1)}`), to(`K${String(at + 1)}`)), required: ["kind", "id"] };
  const levels = Array.from({ length: depth + 1 }, (_, at) =>
    Object.fromEntries(["L", "K"].map((name) => [`${name}${String(at)}`, level(at, name === "K")])),
  );
  const All = { allOf: [to("L0"), { type: "object", properties: { id: { type: "integer", format: "int64", readOnly: true } } }] };
  return int64Text(Object.assign({ All }, ...levels) as Readonly<Record<string, object>>);
}

const member = { properties: { a: { type: "integer", format: "int64" } } };
const nesting: Readonly<Record<string, (inner: object) => object>> = {
  anyOf: (inner) => ({ anyOf: [inner, member] }),
  if: (inner) => ({ if: inner, then: member }),
  then: (inner) => ({ if: member, then: inner }),
  dependentSchemas: (inner) => ({ dependentSchemas: { x: inner }, ...member }),
};

test.each(Object.entries(nesting))("forty levels of %s inside each other end", async (_, around) => {
  let schema: object = { type: "object" };
  for (let level = 0; level < 40; level += 1) schema = around(schema);
  expect(await int64Text({ All: schema })).toContain('a: "int64"');
});
