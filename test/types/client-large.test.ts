/** What an editor shows of calls by path where a description has hundreds of paths. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Operation } from "../../src/model/ir/operation.js";
import { corpusRequired, readCorpus } from "../corpus/descriptions.js";
import { compilers, temporaryFolder, writeFiles, type Compiler } from "../support/compile.js";
import { openEditor, type Editor } from "../support/editor.js";
import { generateFrom } from "../support/pipeline.js";

const corpus = readCorpus();

test.runIf(corpusRequired)("the corpus is there where it is required", () => {
  expect(corpus).toBeDefined();
});

interface Large {
  readonly folder: string;
  readonly operations: readonly Operation[];
  readonly deprecated: readonly Operation[];
  readonly head: string;
}

/** Of each, a path that is not deprecated and one that is, and the compiler that is quick enough to be tried each time. */
const samples = {
  cloudflare: {
    path: "/zones/{zone_id}/dns_records/{dns_record_id}",
    deprecated: "/accounts/{account_id}/access/bookmarks",
    compiler: "7",
  },
  "stripe-2024": { path: "/v1/accounts/{account}", deprecated: "/v1/bitcoin/receivers/{id}", compiler: "5.9" },
} as const;

/** Whether all compilers are tried with all descriptions: that takes minutes. */
const everyCell = process.env["SUNDIAL_EVERY_CELL"] === "1";

const isDeprecated = ({ doc }: Operation): boolean => doc.lifecycle?.deprecated === true;

describe.skipIf(corpus === undefined).each(Object.entries(samples))("calls by the paths of %s", (name, sample) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let large: Large;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const { files, api } = await generateFrom(corpus?.find((each) => each.name === name)?.path ?? "", ["types", "client", "paths"]);
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `api/${file.path}` })),
    );
    const create = `create${api?.names.type ?? ""}Client`;
    const byPath = `${api?.names.value ?? ""}Paths`;
    const operations = api?.operations ?? [];
    large = {
      folder: folder.path,
      operations,
      deprecated: operations.filter(isDeprecated),
      head: `import { ${create} } from "./api/client.js";\nimport { ${byPath} } from "./api/paths.js";\n\nconst client = ${byPath}(${create}());\n`,
    };
  });
  afterAll(() => folder.remove());

  describe.each(everyCell ? (Object.keys(compilers) as Compiler[]) : [sample.compiler])("under TypeScript %s", (compiler) => {
    let editor: Editor;

    beforeAll(async () => {
      editor = await openEditor(join(large.folder, "use.ts"), compiler);
    });
    afterAll(() => editor.close());

    const show = (text: string): ReturnType<Editor["show"]> => editor.show(large.head + text);

    it("are struck through where the path is deprecated", async () => {
      const { struck, errors } = await show(large.deprecated.flatMap(bothWays).join("\n"));
      expect(large.deprecated.length).toBeGreaterThan(10);
      expect(struck).toEqual(
        large.deprecated.flatMap(({ method }) => [
          [6387, method],
          [6387, "request"],
        ]),
      );
      expect(errors).toEqual([]);
    });

    it("are not struck through elsewhere, finished or not", async () => {
      const others = large.operations.filter((operation, index) => index % 20 === 0 && !isDeprecated(operation));
      const whole = await show(others.flatMap(bothWays).join("\n"));
      expect(others.length).toBeGreaterThan(15);
      expect(whole).toMatchObject({ struck: [], errors: [] });
      for (const start of ['client.GET("', `client.GET("${sample.path}", `, `client.GET("${sample.path}", { params: {`])
        expect((await show(start)).struck).toEqual([]);
    });

    it.each(['client.GET("|")', 'client.GET("|", {})', 'client.GET("/|", {})', 'client.request("get", "|")'])(
      "are completed by every path: %s",
      async (call) => {
        const { completions, struck, errors } = await show(call);
        const paths = large.operations.filter(({ method }) => method === "GET").map(({ path }) => path);
        expect(completions.toSorted()).toEqual(paths.toSorted());
        expect(struck).toEqual([]);
        expect(errors).toEqual([notOne(call.includes("/|") ? "/" : "", "get")]);
      },
    );

    it("are told of by the path that was typed, or by the member that is wrong", async () => {
      const wrong = (path: string): string => `client.GET("${path}", { params: { path: { nothing: "x" } } });`;
      const { errors, struck } = await show(
        `client.GET("/nope", {});
client.GET("/nope", { params: { query: { nothing: 1 } } });
client.POST("/nope", {});
client.DELETE("${sample.path}x", {});
client.request("post", "/nope", {});
${wrong(sample.path)}
${wrong(sample.deprecated)}
client.GET("${sample.deprecated}");`,
      );
      expect(errors.slice(0, 5)).toEqual([
        notOne("/nope", "get"),
        notOne("/nope", "get"),
        notOne("/nope", "post"),
        notOne(`${sample.path}x`, "delete"),
        notOne("/nope", "post"),
      ]);
      for (const error of errors.slice(5, 7))
        expect(error).toMatch(/^Object literal may only specify known properties, and 'nothing' does not exist in type '\{/);
      expect(errors.slice(7)).toEqual(["Expected 2 arguments, but got 1."]);
      expect(struck).toEqual([]);
    });

    it("have the helper types of openapi-fetch", async () => {
      const { errors } = await show(`
import { wrapAsPathBasedClient, type Client, type ClientPathsWithMethod, type MethodResponse } from "openapi-fetch";
import type { paths } from "./api/types.js";
export const fetchClient: Client<paths> = client;
export const wrapped = wrapAsPathBasedClient(client)["${sample.path}"].GET;
export const path: ClientPathsWithMethod<typeof client, "get"> = "${sample.path}";
export const answer = (data: MethodResponse<typeof client, "get", "${sample.path}">): object => data;
// @ts-expect-error: there is no such path
export const none: ClientPathsWithMethod<typeof client, "get"> = "/nope";
`);
      expect(errors).toEqual([]);
    });
  });
});

const notOne = (text: string, method: string): string =>
  `Argument of type '"${text}"' is not assignable to parameter of type 'PathsWithMethod<paths, "${method}">'.`;

/** A call by its method and one by `request`, whose options are right whatever they should be. */
function bothWays({ method, path }: Operation): readonly string[] {
  const url = JSON.stringify(path);
  return [`client.${method}(${url}, {} as never);`, `client.request("${method.toLowerCase()}", ${url}, {} as never);`];
}
