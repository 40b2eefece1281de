/** `pull` keeps what is generated from, overlays included, and tells changes of it from those of what the configuration leaves out. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { offline, startVendorProject, type VendorProject } from "../support/vendor-project.js";
import { startVendor, type Vendor } from "../support/vendor.js";

let project: VendorProject;
let other: Vendor;
beforeEach(async () => {
  [project, other] = await Promise.all([startVendorProject({ KEY: "k3y-of-the-reader" }), startVendor()]);
});
afterEach(() => Promise.all([project.close(), other.close()]));

const operation = (schema: string, more: object = {}): object => ({
  get: {
    ...more,
    responses: { "200": { description: "ok", content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } } },
  },
});
const description = (more: object = {}): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Vendor", version: "1" },
    paths: { "/pets": operation("Pet", { tags: ["pets"] }), "/bills": operation("Bill", { tags: ["bills"] }), ...more },
    components: { schemas: { Pet: { type: "object" }, Bill: { type: "object" } } },
  });

async function configure(more: object): Promise<void> {
  const input = { url: `${project.vendor.origin}/openapi.json`, headers: { "X-Key": "${KEY}" }, snapshot: "spec/vendor.json" };
  await project.configure({ input, output: "out", emit: ["types"], ...more });
}

describe("an overlay at a URL", () => {
  const overlay = (ref: string): string => `overlay: 1.0.0
info: { title: Ours, version: "1" }
extends: ${project.vendor.origin}/openapi.json
actions:
  - { target: "$.paths['/pets'].get.responses['200'].content['application/json']", update: { schema: { $ref: "${ref}" } } }
  - { target: "$.paths['/bills']", remove: true }
`;

  test("is kept beside the snapshot with what it refers to; generate, check and lint are offline, and say nothing", async () => {
    const { vendor, sundial, tree } = project;
    vendor.answers.set("/openapi.json", description());
    vendor.answers.set("/extra/owner.json", '{ "type": "object", "properties": { "owned": { "type": "string" } } }');
    other.answers.set("/ours.yaml", overlay("./extra/owner.json"));
    await configure({ overlays: [`${other.origin}/ours.yaml`] });
    expect(await sundial(["pull"])).toMatchObject({ code: 0, stderr: "" });
    expect(other.asked.map(({ headers }) => headers["x-key"])).toEqual([undefined]);
    const pulled = await tree();
    const names = Object.keys(pulled);
    expect(
      names.filter((name) => /^spec\/vendor\.json\.files\/(?:part-ours-[\da-f]{12}\.yaml|part-owner-[\da-f]{12}\.json)$/.test(name)),
    ).toHaveLength(2);
    for (const args of [["generate"], ["check"], ["check", "--full"], ["lint"]])
      expect([args, await sundial(args, offline)]).toEqual([args, expect.objectContaining({ code: 0, stderr: "" })]);
    expect((await tree())["out/types.ts"]).toContain("owned?: string");
    expect(await sundial(["pull"])).toMatchObject({ code: 0, stdout: expect.stringContaining("is what") as string });

    other.answers.set("/ours.yaml", overlay("#/components/schemas/Bill"));
    const checked = await sundial(["pull", "--check"]);
    expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining("GET /pets")]);
    expect((await sundial(["pull"])).stdout).toContain("1 file written, 1 file removed");
    expect((await sundial(["check"], offline)).code).toBe(1);
    other.answers.delete("/ours.yaml");
    const gone = await sundial(["pull"]);
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining("/ours.yaml answered with status 404.")]);
  });

  test("that was not pulled yet says so, and one that was edited by hand, too", async () => {
    const { vendor, sundial, tree, folder } = project;
    vendor.answers.set("/openapi.json", description());
    await configure({});
    await sundial(["pull"]);
    await configure({ overlays: [`${other.origin}/ours.yaml`] });
    for (const command of ["generate", "check", "lint"]) {
      const { code, stderr } = await sundial([command], offline);
      expect([command, code, stderr]).toEqual([command, 2, expect.stringContaining("is not in the snapshot. [snapshot-incomplete]")]);
      expect(stderr).toContain("Run `sundial pull`");
    }
    other.answers.set("/ours.yaml", overlay("#/components/schemas/Bill"));
    expect(await sundial(["pull"])).toMatchObject({ code: 0, stderr: "" });
    const path = Object.keys(await tree()).find((name) => name.includes("ours-")) ?? "";
    await writeFile(join(folder, path), overlay("#/components/schemas/Pet"));
    expect((await sundial(["lint"], offline)).stderr).toContain("[snapshot-edited]");
  });

  test("what a local one refers to is pulled, and one that leads to nothing leaves the snapshot as good as it was", async () => {
    const { vendor, sundial, folder, tree } = project;
    vendor.answers.set("/openapi.json", description());
    vendor.answers.set("/extra.json", '{ "type": "string" }');
    await configure({ overlays: ["ours.yaml"] });
    await writeFile(join(folder, "ours.yaml"), overlay("./extra.json"));
    expect(await sundial(["pull"])).toMatchObject({ code: 0, stderr: "" });
    expect(Object.keys(await tree()).join()).toMatch(/,spec\/vendor\.json\.files\/part-extra-[\da-f]{12}\.json,/);
    expect(await sundial(["generate"], offline)).toMatchObject({ code: 0, stderr: "" });
    await writeFile(join(folder, "ours.yaml"), overlay("./none.json"));
    expect(await sundial(["pull"])).toMatchObject({ code: 0, stderr: "" });
    expect((await sundial(["generate"], offline)).stderr).toContain("none.json is not in the snapshot");
  });
});

describe("a selection", () => {
  beforeEach(async () => {
    project.vendor.answers.set("/openapi.json", description());
    await configure({ include: { tags: ["pets"] } });
    await project.sundial(["pull"]);
  });

  test("a change of what is left out is told in numbers, and is no finding", async () => {
    const { vendor, sundial } = project;
    vendor.answers.set(
      "/openapi.json",
      description({ "/bills": operation("Pet", { tags: ["bills"] }), "/more": operation("Bill", { tags: ["bills"] }) }),
    );
    const checked = await sundial(["pull", "--check"]);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      `out: ${vendor.origin}/openapi.json changed, and nothing of what the configuration selects did; \`sundial pull\` takes it over
  left out    1 operation changed, 1 operation added
`,
    ]);
    expect(JSON.parse((await sundial(["pull", "--check", "--format", "json"])).stdout)).toMatchObject({
      apis: [{ state: "left-out", leftOut: { added: [{ method: "GET", path: "/more" }] } }],
    });
    expect((await sundial(["pull"])).stdout).toContain("1 file written");
    expect((await sundial(["pull", "--check"])).code).toBe(0);
  });

  test("a change of what is selected is one, also where the selection no longer finds it", async () => {
    const { vendor, sundial } = project;
    vendor.answers.set("/openapi.json", description({ "/pets": operation("Bill", { tags: ["pets"] }), "/bills": operation("Pet") }));
    const checked = await sundial(["pull", "--check"]);
    expect([checked.code, checked.stdout]).toEqual([
      1,
      expect.stringMatching(/changed +GET \/pets: .*\n[\s\S]*left out +1 operation changed/),
    ]);
    vendor.answers.set("/openapi.json", description({ "/pets": operation("Pet"), "/toys": operation("Pet", { tags: ["pets"] }) }));
    const moved = await sundial(["pull", "--check"]);
    expect([moved.code, moved.stdout]).toEqual([1, expect.stringContaining("GET /pets: the configuration no longer selects it")]);
    expect(moved.stdout).toContain("added       GET /toys");
    expect(moved.stdout).not.toContain("removed");
  });

  test("of two APIs that share a snapshot, what either selects counts", async () => {
    const { vendor, sundial, configure: write } = project;
    const input = { url: `${vendor.origin}/openapi.json`, snapshot: "spec/vendor.json" };
    const one = { input, emit: ["types"] };
    const apis = {
      pets: { ...one, output: "pets", include: { tags: ["pets"] } },
      bills: { ...one, output: "bills", include: { tags: ["bills"] } },
    };
    await write({ runtime: false, apis });
    await sundial(["pull"]);
    vendor.answers.set("/openapi.json", description({ "/bills": operation("Pet", { tags: ["bills"] }) }));
    expect(await sundial(["pull", "--check"])).toMatchObject({ code: 1, stdout: expect.stringContaining("GET /bills") as string });
    vendor.answers.set("/openapi.json", description({ "/more": operation("Pet") }));
    expect((await sundial(["pull", "--check"])).code).toBe(0);
  });
});
