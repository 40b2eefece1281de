import { ESLint } from "eslint";
import ts from "typescript";
import tseslint from "typescript-eslint";
import { expect, test } from "vitest";
import { emit } from "../../../../src/emit/emit.js";
import { emitValidators } from "../../../../src/emit/files/validators-file.js";
import { apiOf } from "../../../support/api.js";
import { projectRoot, temporaryFolder, typeCheck, writeFiles } from "../../../support/compile.js";
import { issuesOf } from "../../../support/schema-cases.js";
import { options, validatorsOf } from "../../../support/validators.js";

const shelf = `
openapi: 3.1.0
info: { title: Shelf, version: "1" }
paths:
  /books/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }
    put:
      operationId: putBook
      parameters:
        - { name: dry-run, in: query, schema: { type: boolean } }
        - { name: tag, in: query, required: true, schema: { type: array, items: { $ref: "#/components/schemas/Tag" } } }
        - { name: X-Request-Id, in: header, required: true, schema: { type: string, format: uuid } }
        - { name: session, in: cookie, schema: { type: string } }
      requestBody:
        content:
          application/json: { schema: { $ref: "#/components/schemas/Book" } }
          application/x-www-form-urlencoded: { schema: { type: object, required: [title], properties: { title: { type: string } } } }
          application/octet-stream: { schema: { type: string, format: binary } }
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        4XX: { description: no, content: { application/problem+json: { schema: { type: object, properties: { title: { type: string } } } } } }
        default: { description: no, content: { text/plain: { schema: { type: string, minLength: 1 } } } }
components:
  schemas:
    Tag: { type: string, enum: [new, used] }
    Book:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1, maxLength: 200 }
        isbn: { type: string, pattern: "^[0-9]{13}$" }
        price: { type: [number, "null"], multipleOf: 0.01, exclusiveMinimum: 0 }
        tags: { type: array, items: { $ref: "#/components/schemas/Tag" }, uniqueItems: true }
        author: { type: object, required: [name], properties: { name: { type: string }, born: { type: string, format: date } } }
        sequel: { $ref: "#/components/schemas/Book" }
      additionalProperties: false
`;

test("a schema reads as if written by hand", async () => {
  const { text } = emitValidators(await apiOf(shelf), options);
  expect(text.slice(text.indexOf("export const TagSchema"), text.indexOf("export const PutBookPathSchema"))).toMatchInlineSnapshot(`
    "export const TagSchema: Validator<Tag> = /* @__PURE__ */ validator(checkTag, isTag);

    function isTag(value: unknown): boolean {
      return value === "new" || value === "used";
    }

    function checkTag(value: unknown, issues: Issues): Issues {
      if (value !== "new" && value !== "used") return failEnum(issues, [], ["new", "used"]);
      return issues;
    }

    export const BookSchema: Validator<Book> = /* @__PURE__ */ deepValidator(checkBook, isBook);

    const bookIsbnPattern = /* @__PURE__ */ new RegExp("^[0-9]{13}$", "u");

    function isBook(value: unknown, depth = 0): boolean {
      if (depth > maxDepth) return tooDeep();
      if (!isObject(value)) return false;
      const { title, isbn, price, tags, author, sequel } = value;
      if (typeof title !== "string" || title === "" || (title.length > 200 && codePoints(title) > 200)) return false;
      if (isbn !== undefined && (typeof isbn !== "string" || !bookIsbnPattern.test(isbn))) return false;
      if (
        price !== undefined &&
        price !== null &&
        (typeof price !== "number" || !Number.isFinite(price) || price <= 0 || !isMultipleOf(price, 0.01, 100))
      ) {
        return false;
      }
      if (tags !== undefined) {
        if (!Array.isArray(tags)) return false;
        if (hasDuplicates(tags)) return false;
        for (let i = 0; i < tags.length; i += 1) {
          if (!isTag(tags[i])) return false;
        }
      }
      if (author !== undefined) {
        if (!isObject(author)) return false;
        const { name, born } = author;
        if (typeof name !== "string") return false;
        if (born !== undefined && (typeof born !== "string" || !isDate(born))) return false;
      }
      if (sequel !== undefined && !isBook(sequel, depth + 1)) return false;
      let names = 1;
      if (isbn !== undefined) names += 1;
      if (price !== undefined) names += 1;
      if (tags !== undefined) names += 1;
      if (author !== undefined) names += 1;
      if (sequel !== undefined) names += 1;
      if (countNames(value) === names) return true;
      for (const key in value) {
        if (
          key !== "title" &&
          key !== "isbn" &&
          key !== "price" &&
          key !== "tags" &&
          key !== "author" &&
          key !== "sequel" &&
          value[key] !== undefined
        ) {
          return false;
        }
      }
      return true;
    }

    function checkBook(value: unknown, issues: Issues, depth = 0): Issues {
      if (depth > maxDepth) return tooDeep();
      if (!isObject(value)) return failType(issues, [], "object");
      const { title, isbn, price, tags, author } = value;
      if (typeof title !== "string") failRequiredType(issues, ["title"], "string", title);
      else {
        if (title === "") failMinLength(issues, ["title"], 1);
        if (title.length > 200 && codePoints(title) > 200) failMaxLength(issues, ["title"], 200);
      }
      if (isbn !== undefined) {
        if (typeof isbn !== "string") failType(issues, ["isbn"], "string");
        else if (!bookIsbnPattern.test(isbn)) failPattern(issues, ["isbn"], bookIsbnPattern);
      }
      if (price !== undefined && price !== null) {
        if (typeof price !== "number" || !Number.isFinite(price)) failType(issues, ["price"], ["number", "null"]);
        else {
          if (price <= 0) failExclusiveMinimum(issues, ["price"], 0);
          if (!isMultipleOf(price, 0.01, 100)) failMultipleOf(issues, ["price"], 0.01);
        }
      }
      if (tags !== undefined) {
        if (!Array.isArray(tags)) failType(issues, ["tags"], "array");
        else {
          if (hasDuplicates(tags)) failUniqueItems(issues, ["tags"]);
          for (let i = 0; i < tags.length; i += 1) {
            checkTag(tags[i], at(at(issues, "tags"), i));
          }
        }
      }
      if (author !== undefined) {
        if (!isObject(author)) failType(issues, ["author"], "object");
        else {
          requireType(at(issues, "author"), author["name"], "string", "name");
          optionalFormat(at(issues, "author"), author["born"], "date", isDate, "born");
        }
      }
      optionalValid(issues, value["sequel"], checkBook, "sequel", depth + 1);
      for (const key in value) {
        if (
          key !== "title" &&
          key !== "isbn" &&
          key !== "price" &&
          key !== "tags" &&
          key !== "author" &&
          key !== "sequel" &&
          value[key] !== undefined
        ) {
          failAdditionalProperties(issues, [key]);
        }
      }
      return issues;
    }

    "
  `);
});

test("the parameters of each place are one object, names of headers in lower case", async () => {
  const { validator } = await validatorsOf(await apiOf(shelf));
  expect(validator("PutBookPathSchema").is({ id: 1 })).toBe(true);
  expect(issuesOf(validator("PutBookPathSchema").safeParse({ id: 0 }))).toEqual(["id minimum must be at least 1"]);
  expect(validator("PutBookQuerySchema").is({ tag: ["new"], "dry-run": true })).toBe(true);
  expect(issuesOf(validator("PutBookQuerySchema").safeParse({ tag: ["old"], "dry-run": "yes" }))).toEqual([
    "dry-run type must be a boolean",
    'tag.0 enum must be one of "new", "used"',
  ]);
  expect(issuesOf(validator("PutBookHeaderSchema").safeParse({ "X-Request-Id": "a" }))).toEqual(["x-request-id required is required"]);
  expect(validator("PutBookCookieSchema").is({})).toBe(true);
});

test("bodies and responses have validators where a value is decoded, and share those of the schemas they are", async () => {
  const api = await apiOf(shelf);
  const { text, validator } = await validatorsOf(api);
  const [operation] = api.operations;
  const names = [...(operation?.body?.contents ?? []), ...(operation?.responses ?? []).flatMap(({ contents }) => contents)].map(
    (content) => content.validator,
  );
  const [json, form, bytes, ok, problem, plain] = names;
  expect(text).toContain(`BookSchema as ${String(json)}`);
  expect(validator(String(ok))).toBe(validator("BookSchema"));
  expect(issuesOf(validator(String(form)).safeParse({}))).toEqual(["title required is required"]);
  expect(() => validator(String(bytes))).toThrow("No export");
  expect([validator(String(problem)).is({ title: 1 }), validator(String(plain)).is("")]).toEqual([false, false]);
});

test("a response that operations share is checked by one function", async () => {
  const operation = (id: string): string => `{ operationId: ${id}, responses: { "401": { $ref: "#/components/responses/Denied" } } }`;
  const api = await apiOf(`
openapi: 3.1.0
info: { title: Shared, version: "1" }
paths:
  /a: { get: ${operation("getA")} }
  /b: { get: ${operation("getB")} }
components:
  responses:
    Denied: { description: no, content: { application/json: { schema: { type: object, required: [code] } } } }
`);
  const { text } = emitValidators(api, options);
  expect(text.match(/^function (?:is|check)/gm)).toHaveLength(2);
  expect(text).toContain("\nexport { GetA401Schema as GetB401Schema };\n");
});

test("parts that say the same have one validator, and those of another type or direction their own", async () => {
  const body = (type: string, extra: string): string =>
    `requestBody: { content: { ${type}: { schema: { type: object, required: [code], properties: { code: { type: string${extra} } } } } } }`;
  const id = "parameters: [{ name: id, in: path, required: true, schema: { type: string } }]";
  const answer = (extra: string): string =>
    `responses: { "200": { description: ok, content: { application/json: { schema: { type: object, required: [code], properties: { code: { type: string${extra} } } } } } } }`;
  const api = await apiOf(`
openapi: 3.1.0
info: { title: Alike, version: "1" }
paths:
  /a/{id}: { put: { operationId: putA, ${id}, ${body("application/json", "")}, ${answer("")} } }
  /b/{id}: { put: { operationId: putB, ${id}, ${body("application/json", "")}, ${answer(", readOnly: true")} } }
  /c/{id}: { put: { operationId: putC, ${id}, ${body("application/json", ", default: x")}, ${answer("")} } }
  /d: { put: { operationId: putD, ${body("application/x-www-form-urlencoded", "")}, ${answer("")} } }
`);
  const { text, validator } = await validatorsOf(api);
  const shared = [...text.matchAll(/(\w+) as (\w+)/g)].map(([, from, to]) => `${String(to)} is ${String(from)}`);
  expect(shared).toEqual([
    "PutBPathSchema is PutAPathSchema",
    "PutBBodySchema is PutABodySchema",
    "PutCPathSchema is PutAPathSchema",
    "PutC200Schema is PutA200Schema",
    "PutD200Schema is PutA200Schema",
  ]);
  expect(validator("PutCBodySchema").parse({ code: "y" })).toEqual({ code: "y" });
  expect(validator("PutB200Schema").is({})).toBe(validator("PutA200Schema").is({}));
});

test("what is exported is listed", async () => {
  const { exports, text } = emitValidators(await apiOf(shelf), options);
  const declared = Array.from(text.matchAll(/^export const (\w+)|\w+ as (\w+Schema)/gm), ([, name, alias]) => name ?? alias);
  const passedOn = ["ValidationError", "Validator", "Issue", "Key", "LowerCaseKeys", "ParseOptions", "PlainIssue", "Result"];
  expect(exports.map(({ name }) => name).sort()).toEqual([...declared, ...passedOn].sort());
});

const hostile = `
openapi: 3.1.0
info: { title: Hostile, version: "1" }
paths: {}
components:
  schemas:
    Issues: { type: object, properties: { value: { type: string }, issues: { type: string }, fail: { type: string, minLength: 2 }, class: { type: string }, checkIssues: { $ref: "#/components/schemas/Blob" } } }
    Blob: { type: object, properties: { "Number": { type: integer, minimum: 1 }, "a-b": { type: string }, "a b": { type: string }, "1": { type: string }, "": { type: string }, "é": { type: string } } }
    Quotes:
      type: object
      properties:
        "\\"]; alert(1); //": { type: string, pattern: "\\"/*\${1}*/\`", enum: ["\\"", "*/", "\${alert(1)}", "\`", " && ", " || ", " === "] }
        "*/": { const: "</script>" }
        "\\u2028": { enum: [{ "__proto__": 1, "\\"": "\\u2029" }] }
        "x || y": { type: string, minLength: 3, maxLength: 9 }
      required: ["\\r\\n"]
      additionalProperties: false
    Nothing: { properties: { a: {}, b: true } }
    Impossible: { type: string, enum: [1] }
    Uses: { type: object, properties: { a: { $ref: "#/components/schemas/Nothing" }, b: { $ref: "#/components/schemas/Impossible" }, c: { not: { $ref: "#/components/schemas/Nothing" } } } }
    Mixed:
      allOf: [{ enum: [a, b] }, { enum: [b, c] }, { type: [string, "null"] }, { not: { const: x } }]
      anyOf: [{ type: string, maxLength: 3 }, { type: object, properties: { a: { oneOf: [{ type: integer }, { type: number, minimum: 3 }] } } }]
      oneOf: [{ required: [a] }, { required: [b], unevaluatedProperties: false }]
`;

test("whatever a description calls its things, the file compiles and lints clean", async () => {
  const folder = await temporaryFolder();
  try {
    const lint = new ESLint({ overrideConfigFile: true, overrideConfig: tseslint.configs.recommended, cwd: folder.path });
    for (const [name, description] of Object.entries({ shelf, hostile, petstore: `${projectRoot}spec/petstore.yaml` })) {
      const files = await emit(await apiOf(description), options);
      await writeFiles(`${folder.path}/${name}`, files);
      const linted = await Promise.all(files.map(({ path, text }) => lint.lintText(text, { filePath: `${folder.path}/${name}/${path}` })));
      const messages = linted
        .flat()
        .flatMap((result) => result.messages.map(({ message, line }) => `${result.filePath}:${String(line)} ${message}`));
      expect(messages).toEqual([]);
    }
    expect(await typeCheck(folder.path, ["."], "5.9", "node")).toEqual([]);
    expect(await typeCheck(folder.path, ["."], "7", "browser")).toEqual([]);
  } finally {
    await folder.remove();
  }
});

test("texts of a description stay texts", async () => {
  const { validator } = await validatorsOf(await apiOf(hostile));
  const quotes = validator("QuotesSchema");
  expect(quotes.is({ "\r\n": 1, "*/": "</script>" })).toBe(false);
  expect(
    issuesOf(quotes.safeParse({ "*/": "</script>", '"]; alert(1); //': "x" })).map((issue) => issue.split(" ").slice(0, 1)),
  ).toBeDefined();
  expect(issuesOf(quotes.safeParse({ "\u2028": JSON.parse('{"__proto__":1,"\\"":"\u2029"}') as unknown, "*/": "</script>" }))).toEqual([
    "\r\n required is required",
  ]);
});

test("nothing at the top of the file reads a constant or an import: compilers would go back through all constants before it", async () => {
  const { text } = emitValidators(await apiOf(shelf), options);
  const source = ts.createSourceFile("validators.ts", text, ts.ScriptTarget.ES2022, true);
  const names = new Set<string>();
  const read: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node)) read.push(node.text);
    ts.forEachChild(node, visit);
  };
  const constants = source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => declarationList.declarations);
  for (const { name, initializer } of constants) {
    if (ts.isIdentifier(name)) names.add(name.text);
    if (initializer !== undefined) visit(initializer);
  }
  for (const { importClause } of source.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    if (bindings !== undefined && ts.isNamedImports(bindings)) for (const { name } of bindings.elements) names.add(name.text);
  }
  expect(constants.length).toBeGreaterThan(5);
  expect(read).toContain("validator");
  expect(read.filter((name) => names.has(name))).toEqual([]);
});
