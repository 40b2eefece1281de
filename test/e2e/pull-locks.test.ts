/** What a lock says stays as it is where nothing that matters changed; and what mends it says so. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { offline, startVendorProject, type VendorProject } from "../support/vendor-project.js";

let project: VendorProject;
beforeEach(async () => {
  project = await startVendorProject();
  const url = `${project.vendor.origin}/openapi.yaml`;
  await project.configure({ input: { url, snapshot: "spec/vendor.yaml" }, output: "out", emit: ["types"] });
});
afterEach(() => project.close());

const root = (ref: string): string => `openapi: 3.1.0
info: { title: Vendor, version: "1" }
paths:
  /pets:
    get: { responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "${ref}" } } } } } }
`;
const pet = 'type: object\nproperties: { owner: { $ref: "./owner.yaml" } }\n';
const owner = "type: string\n";

/** A server that signs another folder each time, and answers what is below any of them. */
function signing(ref = "./pet.yaml"): { readonly texts: Map<string, string>; readonly folders: string[] } {
  const texts = new Map([
    ["openapi.yaml", root(ref)],
    ["pet.yaml", pet],
    ["owner.yaml", owner],
  ]);
  const folders: string[] = [];
  project.vendor.answers.set("/openapi.yaml", (request, response) => {
    const folder = `/signed/${String(Math.random()).slice(2)}`;
    folders.push(folder);
    for (const [name] of texts)
      project.vendor.answers.set(`${folder}/${name}`, (_, answer) => {
        const text = texts.get(name);
        const isOld = folders.at(-1) !== folder;
        if (isOld) answer.writeHead(403).end();
        else if (text === undefined) answer.writeHead(404).end();
        else if (request.headers["if-none-match"] === '"1"' && name === "openapi.yaml") answer.writeHead(304, { etag: '"1"' }).end();
        else answer.writeHead(200, { etag: '"1"' }).end(text);
      });
    response.writeHead(302, { location: `${folder}/openapi.yaml` }).end();
  });
  return { texts, folders };
}

describe("a server that redirects to another place each time", () => {
  test("changes no byte where nothing changed, and one entry where one file did", async () => {
    const { texts, folders } = signing();
    expect(await project.sundial(["pull"])).toMatchObject({ code: 0, stderr: "" });
    const before = await project.tree();
    expect(Object.keys(before).join()).toMatch(/,spec\/vendor\.yaml\.files\/part-owner-[\da-f]{12}\.yaml,/);
    for (let times = 0; times < 2; times += 1) {
      expect((await project.sundial(["pull"])).stdout).toMatch(/is what .* has\n$/);
      expect((await project.sundial(["pull", "--check"])).code).toBe(0);
      expect(await project.tree()).toEqual(before);
    }
    texts.set("pet.yaml", pet.replace("owner:", "keeper:"));
    expect((await project.sundial(["pull"])).stdout).toContain("1 file written");
    const after = await project.tree();
    const lines = (tree: typeof before): readonly string[] => (tree["spec/vendor.yaml.lock.json"] ?? "").split("\n");
    expect(lines(after).filter((line, index) => line !== lines(before)[index])).toEqual([expect.stringContaining('"sha256"')]);
    expect(JSON.stringify(after)).not.toContain(folders.at(-1));
    expect((await project.sundial(["generate"], offline)).stderr).toBe("");
    expect(await readFile(join(project.folder, "out/types.ts"), "utf8")).toContain("keeper?: Owner");
  });

  test("is still one that lacks a file that was there", async () => {
    const { texts } = signing();
    await project.sundial(["pull"]);
    texts.delete("owner.yaml");
    expect(await project.sundial(["pull"])).toMatchObject({ code: 2, stderr: expect.stringContaining("[pull-refused]") as string });
  });

  test("has another lock where a text names the place", async () => {
    const { texts, folders } = signing();
    const named = (): void => void texts.set("openapi.yaml", root(`/signed/${(folders.at(-1) ?? "").slice(8)}/pet.yaml`));
    await project.sundial(["pull"]);
    const { vendor } = project;
    const redirecting = vendor.answers.get("/openapi.yaml");
    vendor.answers.set("/openapi.yaml", (request, response) => {
      if (typeof redirecting === "function") redirecting(request, response);
      named();
    });
    expect((await project.sundial(["pull", "--force"])).code).toBe(0);
    expect((await project.sundial(["generate"], offline)).stderr).toBe("");
  });
});

test("--force asks for all of it, whatever a cache takes for the same", async () => {
  const { vendor, sundial } = project;
  vendor.answers.set("/openapi.yaml", root("./owner.yaml"));
  vendor.answers.set("/owner.yaml", owner);
  await sundial(["pull"]);
  for (const path of ["/openapi.yaml", "/owner.yaml"])
    vendor.answers.set(path, (request, response) => {
      const isConditional = "if-none-match" in request.headers || "if-modified-since" in request.headers;
      response
        .writeHead(isConditional ? 304 : 200)
        .end(isConditional ? "" : path === "/owner.yaml" ? "type: integer\n" : root("./owner.yaml"));
    });
  expect((await sundial(["pull"])).stdout).toContain("is what");
  vendor.asked.length = 0;
  expect((await sundial(["pull", "--force"])).stdout).toContain("changed; 1 file written");
  expect(vendor.asked.map(({ headers }) => headers["if-none-match"] ?? headers["if-modified-since"])).toEqual([undefined, undefined]);
});

test("the same tag for other content is other content", async () => {
  const { vendor, sundial } = project;
  const answer = (text: string): void =>
    void vendor.answers.set("/openapi.yaml", (_, response) => response.writeHead(200, { etag: '"always"' }).end(text));
  answer(root("#/components/schemas/A"));
  await sundial(["pull"]);
  answer(root("#/components/schemas/A").replace("/pets", "/animals"));
  expect((await sundial(["pull", "--check"])).code).toBe(1);
});

describe("a lock that is mended says why", () => {
  const change: Readonly<Record<string, readonly [(text: string) => string | undefined, string]>> = {
    "the marks of a merge": [(text) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`, "it holds the marks of a merge conflict"],
    "marks that are left": [(text) => `${text}>>>>>>> theirs\n`, "it holds the marks of a merge conflict"],
    "a hash that was edited": [(text) => text.replace(/"sha256": ".{8}/, '"sha256": "00000000'), "what it said of vendor.yaml was not so"],
    "a URL that was edited": [
      (text) => text.replace("/owner.yaml", "/other.yaml"),
      "what it said of vendor.yaml.files/part-owner-….yaml was not so",
    ],
    "an entry that is missing": [
      (text) => {
        const lock = JSON.parse(text) as { files: Record<string, unknown> };
        const files = Object.entries(lock.files).filter(([path]) => !path.includes("owner"));
        return JSON.stringify({ ...lock, files: Object.fromEntries(files) });
      },
      "it did not list vendor.yaml.files/part-owner-….yaml",
    ],
    "no lock": [() => undefined, "there was none"],
  };
  test.each(Object.entries(change))("%s", async (_, [edit, why]) => {
    const { vendor, sundial, folder, tree } = project;
    vendor.answers.set("/openapi.yaml", root("./owner.yaml"));
    vendor.answers.set("/owner.yaml", owner);
    await sundial(["pull"]);
    const before = await tree();
    const path = join(folder, "spec/vendor.yaml.lock.json");
    const text = edit(await readFile(path, "utf8"));
    if (text === undefined) await (await import("node:fs/promises")).rm(path);
    else await writeFile(path, text);
    const { code, stdout } = await sundial(["pull"]);
    expect([code, stdout.replace(/-[\da-f]{12}\./, "-….")]).toEqual([0, expect.stringContaining(`; its lock was written anew: ${why}\n`)]);
    const after = await tree();
    expect({ ...after, "spec/vendor.yaml.lock.json": "" }).toEqual({ ...before, "spec/vendor.yaml.lock.json": "" });
    expect(JSON.parse(after["spec/vendor.yaml.lock.json"] ?? "")).toEqual(JSON.parse(before["spec/vendor.yaml.lock.json"] ?? ""));
    expect((await sundial(["pull"])).stdout).not.toContain("anew");
    expect((await sundial(["generate"], offline)).stderr).toBe("");
  });
});
