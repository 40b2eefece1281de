/** `check` where a description's server does not answer. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const url = "https://vendor.example.com/openapi.yaml";
const description = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths: { /pets: { get: { operationId: listPets, responses: { "200": { description: Fine } } } } }
components: { schemas: { Pet: { $ref: "./pet.yaml" } } }
`;
const pages = { [url]: description, "https://vendor.example.com/pet.yaml": "type: object\n" };

/** A project whose code has been generated from the vendor's server. */
async function generated(): Promise<MemoryIo> {
  const text = JSON.stringify({ input: url, output: "out", emit: ["types"] });
  const io = memoryIo(
    { "/project/sundial.config.json": text, "/project/api.yaml": description.replace("./pet.yaml", url) },
    { web: pages },
  );
  expect(await run(["generate"], io)).toBe(0);
  return io;
}

const unplugged = (io: MemoryIo): MemoryIo => ({
  ...io,
  fetch: () => Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND vendor.example.com"), { code: "ENOTFOUND" })),
});
const busy = (io: MemoryIo): MemoryIo => ({
  ...io,
  fetch: (asked) => Promise.resolve({ status: 503, url: asked, body: new Uint8Array() }),
});
const gone = (io: MemoryIo): MemoryIo => ({
  ...io,
  fetch: (asked) => Promise.resolve({ status: 404, url: asked, body: new Uint8Array() }),
});

describe("check of an output whose vendor is out of reach", () => {
  test.each([
    ["no network", unplugged],
    ["a server that has a problem", busy],
  ])("%s is a warning where the files are as they were made", async (_, away) => {
    const io = await generated();
    expect(await run(["check"], away(io))).toBe(0);
    expect(io.printed.stderr).toMatch(/warning[^]*server-unreachable/);
    expect(io.printed.stderr).toContain("`snapshot` keeps a copy");
    expect(io.printed.stdout).toContain("is current");
  });

  test.each([
    ["no network", unplugged],
    ["a server that has a problem", busy],
  ])("%s is a warning, too, where the URL leads to another", async (_, away) => {
    const io = await generated();
    const asked = "https://vendor.example.com/latest";
    configure(io, { input: asked });
    const redirecting: MemoryIo = { ...io, fetch: (from, ...more) => io.fetch(from === asked ? url : from, ...more) };
    expect(await run(["generate"], redirecting)).toBe(0);
    expect(await run(["check"], redirecting)).toBe(0);
    expect(await run(["check"], away(io))).toBe(0);
    configure(io, { input: "https://vendor.example.com/other" });
    expect(await run(["check"], away(io))).toBe(2);
  });

  test("it is an error where --frozen asks for certainty, and for generate", async () => {
    const io = await generated();
    expect(await run(["check", "--frozen"], unplugged(io))).toBe(2);
    expect(await run(["generate"], unplugged(io))).toBe(2);
  });

  test("a URL that leads to nothing is an error", async () => {
    const io = await generated();
    expect(await run(["check"], gone(io))).toBe(2);
    expect(io.printed.stderr).toContain("fetch-failed");
  });

  test.each<[string, (io: MemoryIo) => void]>([
    ["edited", (io) => void io.files.set("/project/out/types.ts", new TextEncoder().encode("export {};\n"))],
    ["missing", (io) => void io.files.delete("/project/out/types.ts")],
    [
      "made with other options",
      (io) => {
        configure(io, { name: "other" });
      },
    ],
    [
      "made of another URL",
      (io) => {
        configure(io, { input: "https://vendor.example.com/v2.yaml" });
      },
    ],
  ])("a file that is %s keeps it an error", async (_, change) => {
    const io = await generated();
    change(io);
    expect(await run(["check"], unplugged(io))).toBe(2);
  });
});

describe("a description on the disk with an overlay from a server", () => {
  const overlay = "https://vendor.example.com/overlay.yaml";
  const project = async (): Promise<MemoryIo> => {
    const config = { input: "api.yaml", overlays: [overlay], output: "out", emit: ["types"] };
    const text = 'overlay: 1.0.0\ninfo: { title: A, version: "1" }\nactions: [{ target: $.info, update: { title: Animals } }]\n';
    const files = {
      "/project/sundial.config.json": JSON.stringify(config),
      "/project/api.yaml": description.replace("./pet.yaml", "#/x-pet"),
    };
    const io = memoryIo({ ...files, "/project/api.yaml": `${files["/project/api.yaml"]}x-pet: {}\n` }, { web: { [overlay]: text } });
    expect(await run(["generate"], io)).toBe(0);
    return io;
  };

  test("is current while nothing on the disk has changed, and not judged where something has", async () => {
    const io = await project();
    expect(await run(["check"], unplugged(io))).toBe(0);
    io.files.set("/project/api.yaml", new TextEncoder().encode(`${io.text("/project/api.yaml")}x-more: 1\n`));
    expect(await run(["check"], unplugged(io))).toBe(2);
  });
});

function configure(io: MemoryIo, change: object): void {
  const config: unknown = JSON.parse(io.text("/project/sundial.config.json"));
  io.files.set("/project/sundial.config.json", new TextEncoder().encode(JSON.stringify({ ...(config as object), ...change })));
}
