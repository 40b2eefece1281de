import { describe, expect, it } from "vitest";
import { compilers, type Compiler } from "../support/compile.js";
import { petstoreEditor } from "../support/petstore-editor.js";

const head = `import { createPetstoreClient, petstorePaths } from "./petstore/index.js";

const petstore = createPetstoreClient();
const paths = petstorePaths(petstore);
`;
const program = `import { getPet, listPets } from "./petstore/index.js";
${head}
await paths.GET("/pets/{petId}", { params: { path: { petId: 1 } } });
await getPet(petstore, { path: { petId: 1 } });
await paths.GET("/pets", {});
await listPets(petstore);
await paths.POST("/pets", { body: { name: "Rex", categoryId: 1 } });
await paths.request("get", "/pets/{petId}", { params: { path: { petId: 1 } } });
await paths.request("get", "/pets");
const { GET, request } = paths;
await GET("/pets/{petId}", { params: { path: { petId: 1 } } });
await GET("/pets");
await request("get", "/pets/{petId}", { params: { path: { petId: 1 } } });
const path = "/pets/{petId}";
await paths["GET"](path, { params: { path: { petId: 1 } } });
`;

describe.each(Object.keys(compilers) as Compiler[])("an editor with TypeScript %s", (compiler) => {
  const show = petstoreEditor(compiler);

  it("strikes through each call of a deprecated operation, by name and by path, and no other", async () => {
    const { errors, struck } = await show(program);
    expect(errors).toEqual([]);
    expect(struck.toSorted()).toEqual([
      [6385, "getPet"],
      [6387, '"GET"'],
      [6387, "GET"],
      [6387, "GET"],
      [6387, "getPet"],
      [6387, "request"],
      [6387, "request"],
    ]);
  });

  it("tells what to use instead", async () => {
    const { info } = await show(program.replace("GET(", "GET|("));
    expect(info).toContain("To be removed on 2030-12-05. Use `listPets` (`GET /pets`) with the `status` filter.");
  });

  describe("a call by path that is not finished", () => {
    const notOne = (text: string): string =>
      `Argument of type '"${text}"' is not assignable to parameter of type 'PathsWithMethod<paths, "get">'.`;

    it.each([
      ["nothing yet", 'paths.GET("|")', notOne("")],
      ["nothing yet, and options", 'paths.GET("|", {})', notOne("")],
      ["a part of a path", 'paths.GET("/p|")', notOne("/p")],
      ["a part of a path, and options", 'paths.GET("/p|", {})', notOne("/p")],
      ["a part of a deprecated path", 'paths.GET("/pets/{petI|")', notOne("/pets/{petI")],
      ["a request of nothing yet", 'paths.request("get", "|")', notOne("")],
      ["a request of a part of a path", 'paths.request("get", "/p|", {})', notOne("/p")],
    ])("completes every path and is not struck through: %s", async (_, call, error) => {
      const { completions, struck, errors } = await show(head + call);
      expect(completions.toSorted()).toEqual(["/pets", "/pets/{petId}"]);
      expect(struck).toEqual([]);
      expect(errors).toEqual([error]);
    });

    it.each([
      ["not closed", 'paths.GET("/p|'],
      ["a whole path", 'paths.GET("/pets|")'],
    ])("completes every path and is not struck through: %s", async (_, call) => {
      const { completions, struck } = await show(head + call);
      expect(completions.toSorted()).toEqual(["/pets", "/pets/{petId}"]);
      expect(struck).toEqual([]);
    });

    it.each([
      ["a path", 'paths.GET("/pets", ', []],
      ["a path, and options", 'paths.GET("/pets", {', []],
      ["a path, and the start of options", 'paths.GET("/pets", { params: {', []],
      ["a request", 'paths.request("get", ', []],
      ["a request of a path", 'paths.request("get", "/pets", ', []],
      ["a deprecated path", 'paths.GET("/pets/{petId}", ', [[6387, "GET"]]],
      ["a deprecated request", 'paths.request("get", "/pets/{petId}", ', [[6387, "request"]]],
    ])("is struck through if its path is deprecated, before it is closed: %s", async (_, call, struck) => {
      expect((await show(head + call)).struck).toEqual(struck);
    });

    it.each([
      ["of a path", 'paths.GET("/pets", { params: { query: {|} } })', ["limit", "status"]],
      ["of a deprecated path", 'paths.GET("/pets/{petId}", { params: { path: {|} } })', ["petId"]],
      ["of a request", 'paths.request("get", "/pets", { params: { query: {|} } })', ["limit", "status"]],
      ["of a deprecated request", 'paths.request("get", "/pets/{petId}", { params: { path: {|} } })', ["petId"]],
    ])("completes the options %s", async (_, call, expected) => {
      expect((await show(head + call)).completions.toSorted()).toEqual(expected);
    });
  });

  describe("the error about a call by path", () => {
    it.each([
      [
        "a path that there is not",
        'paths.GET("/nope", {})',
        `Argument of type '"/nope"' is not assignable to parameter of type 'PathsWithMethod<paths, "get">'.`,
      ],
      [
        "a path without its method",
        'paths.POST("/pets/{petId}", {})',
        `Argument of type '"/pets/{petId}"' is not assignable to parameter of type '"/pets"'.`,
      ],
      [
        "a parameter of another type",
        'paths.GET("/pets", { params: { query: { limit: "1" } } })',
        "Type 'string' is not assignable to type 'number'.",
      ],
      [
        "a parameter that there is not",
        'paths.GET("/pets/{petId}", { params: { path: { id: 1 } } })',
        "Object literal may only specify known properties, and 'id' does not exist in type '{ petId: number; }'.",
      ],
      [
        "a request of a path that there is not",
        'paths.request("get", "/nope", {})',
        `Argument of type '"/nope"' is not assignable to parameter of type 'PathsWithMethod<paths, "get">'.`,
      ],
      [
        "a request of a deprecated path with a parameter that there is not",
        'paths.request("get", "/pets/{petId}", { params: { path: { id: 1 } } })',
        "Object literal may only specify known properties, and 'id' does not exist in type '{ petId: number; }'.",
      ],
      ["no parameters where they are required", 'paths.GET("/pets/{petId}")', "Expected 2 arguments, but got 1."],
    ])("is about %s", async (_, call, error) => {
      const { errors, struck } = await show(head + call);
      expect(errors).toEqual([error]);
      expect(struck).toEqual([]);
    });
  });

  it("calls by path are those of a client of openapi-fetch, for what is made of those", async () => {
    const rest = `
import { wrapAsPathBasedClient, type Client, type ClientPathsWithMethod, type MethodResponse } from "openapi-fetch";
  import type { paths as Paths } from "./petstore/types.js";
  export const client: Client<Paths> = paths;
  export const wrapped: Promise<{ response: Response }> = wrapAsPathBasedClient(paths)["/pets"].GET();
  export const pet: MethodResponse<typeof paths, "get", "/pets/{petId}"> = { id: 1, name: "Rex", categoryId: 1 };
  export const path: ClientPathsWithMethod<typeof paths, "get"> = "/pets";
  export const generic = <P extends "/pets" | "/pets/{petId}">(chosen: P) => paths.GET(chosen, {} as never);
  `;
    expect((await show(head + rest)).errors).toEqual([]);
  });
});
