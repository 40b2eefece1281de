/** What an editor shows of calls by path of descriptions that are not usual. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { openEditor, type Editor } from "../support/editor.js";
import { generateTexts } from "../support/pipeline.js";

interface Route {
  readonly method: string;
  readonly path: string;
  readonly deprecated?: boolean;
}

/** Without TRACE: openapi-fetch's helper types know the paths of a client by OPTIONS, HEAD or TRACE, if no path of that is deprecated. */
const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

const descriptions: Readonly<Record<string, readonly Route[]>> = {
  "no deprecated operation": [
    { method: "get", path: "/a" },
    { method: "post", path: "/a" },
  ],
  "deprecated operations alone": methods.map((method) => ({ method, path: "/a", deprecated: true })),
  "one path of each method": [...methods, "trace"].map((method) => ({ method, path: `/${method}` })),
  "a deprecated path of TRACE": [
    { method: "trace", path: "/a", deprecated: true },
    { method: "trace", path: "/b" },
  ],
  "one path of each method, deprecated, and others": methods.flatMap((method) => [
    { method, path: "/old", deprecated: true },
    { method, path: "/new" },
  ]),
  "odd paths": ["/", "/it's", '/"quoted"', "/back\\slash", "/$x", "/a`b", "/a*/b", "/x?y=1", "/x#y", "/ü"].flatMap((path) => [
    { method: "get", path, deprecated: true },
    { method: "post", path },
  ]),
  "paths with the start of others": ["/a", "/ab", "/a/b", "/a/b/c"].map((path, index) => ({
    method: "get",
    path,
    deprecated: index % 2 === 1,
  })),
};

const describedBy = (routes: readonly Route[]): string => {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, deprecated = false } of routes)
    paths[path] = { ...paths[path], [method]: { deprecated, responses: { 200: { description: "Done" } } } };
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Api", version: "1" }, servers: [{ url: "https://e.com" }], paths });
};

describe.each(Object.entries(descriptions))("a description with %s", (_, routes) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let editor: Editor;
  const head = `import { apiPaths, createApiClient } from "./api/index.js";\n\nconst client = apiPaths(createApiClient());\n`;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const { files, diagnostics } = await generateTexts({ "api.json": describedBy(routes) }, ["types", "client", "paths"]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    await writeFiles(
      folder.path,
      files.map((file) => ({ ...file, path: `api/${file.path}` })),
    );
    editor = await openEditor(join(folder.path, "use.ts"), "7");
  });
  afterAll(async () => {
    await editor.close();
    await folder.remove();
  });

  it("has its deprecated paths struck through, and no other", async () => {
    const calls = routes.map(({ method, path }) => {
      const url = JSON.stringify(path);
      return `client.${method.toUpperCase()}(${url}); client.request("${method}", ${url});`;
    });
    const { struck, errors } = await editor.show(head + calls.join("\n"));
    expect(errors).toEqual([]);
    expect(struck).toEqual(
      routes
        .filter(({ deprecated }) => deprecated === true)
        .flatMap(({ method }) => [
          [6387, method.toUpperCase()],
          [6387, "request"],
        ]),
    );
  });

  it("has all paths of a method completed", async () => {
    const { method } = routes[0] ?? { method: "" };
    const paths = routes.filter((route) => route.method === method).map(({ path }) => path);
    for (const call of [`client.${method.toUpperCase()}("|")`, `client.request("${method}", "|")`]) {
      const { completions, struck } = await editor.show(head + call);
      expect(completions.map((text) => text.replace(/\\(["\\])/g, "$1")).toSorted()).toEqual(paths.toSorted());
      expect(struck).toEqual([]);
    }
  });

  it("is one of openapi-fetch's clients", async () => {
    const { method, path } = routes[0] ?? { method: "", path: "" };
    const { errors } = await editor.show(`${head}
import type { Client, ClientPathsWithMethod } from "openapi-fetch";
import type { paths } from "./api/types.js";
export const fetchClient: Client<paths> = client;
export const path: ClientPathsWithMethod<typeof client, "${method}"> = ${JSON.stringify(path)};
`);
    expect(errors).toEqual([]);
  });
});
