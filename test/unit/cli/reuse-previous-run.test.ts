/** A `generate` that would change nothing says what a run would say, without making one. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { Killed, memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const petstore = read("spec/petstore.yaml");

/** One with warnings of several codes, remarks, places in two files, and deprecated operations. */
const dubious = `openapi: 3.1.0
info: { title: Dubious things, version: "1" }
paths:
  /things:
    get:
      deprecated: true
      x-sunset: "2031-01-01"
      responses: { "200": { description: fine, content: { application/json: { schema: { $ref: "parts.yaml#/Thing" } } } } }
  /words/{word}:
    get:
      deprecated: true
      parameters: [{ name: word, in: path, required: true, schema: { type: string, pattern: "^(?=a)(a+)+$" } }]
      responses: { "204": { description: "fine \\u001b[31m ::error::no" } }
`;
const parts = `Thing:
  type: object
  properties:
    a: { type: string, pattern: "^(?=x)(x+x+)+y$" }
    b: { type: string, pattern: "(?i)b" }
    c: { type: integer, format: uint8 }
`;

const files = {
  "/project/package.json": JSON.stringify({ scripts: { gen: "sundial generate" } }),
  "/project/node_modules/left/index.js": "",
  "/project/petstore.yaml": petstore,
  "/project/dubious.yaml": dubious,
  "/project/parts.yaml": parts,
};

interface Case {
  readonly config: object;
  readonly args?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const api = (name: string, more: object = {}): object => ({ input: `${name}.yaml`, output: `out/${name}`, emit: ["types"], ...more });

const cases: Readonly<Record<string, Case>> = {
  "one API": { config: api("petstore") },
  "an API with warnings in two files": { config: api("dubious", { emit: ["validators"] }) },
  "several APIs": { config: { apis: { petstore: api("petstore"), dubious: api("dubious", { emit: ["server"] }) } } },
  "one of several APIs": { config: { apis: { petstore: api("petstore"), dubious: api("dubious") } }, args: ["dubious"] },
  "silenced codes, one of them idle": { config: api("dubious", { silence: ["pattern-vulnerable", "api-name-kept"] }) },
  "a client without its package": { config: api("petstore", { emit: ["client"] }) },
  "other options": {
    config: api("dubious", { name: "other", int64: "bigint", importExtension: "ts", validators: { patterns: "skip" }, limits: false }),
  },
  "handlers that are all there": { config: api("petstore", { emit: ["server"], handlers: "handlers" }) },
  "a place in a long line": {
    config: api("long"),
    files: { "/project/long.yaml": dubious.replace("pattern: ", () => `description: "${"x".repeat(2000)}", pattern: `) },
  },
  "more said": { config: api("dubious"), args: ["--verbose"] },
};

/** What a run prints, and its exit code. */
async function said(
  io: MemoryIo,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const before = { ...io.printed };
  const code = await run(["generate", ...args], io);
  return { code, stdout: io.printed.stdout.slice(before.stdout.length), stderr: io.printed.stderr.slice(before.stderr.length) };
}

const project = ({ config, files: more }: Case, options?: MemoryOptions): MemoryIo =>
  memoryIo({ ...files, "/project/sundial.config.json": JSON.stringify(config), ...more }, options);

const caches = (io: MemoryIo): readonly string[] =>
  [...io.files.keys()].filter((path) => path.startsWith("/project/node_modules/.cache/sundial/"));

/** Whether a run reads a description for more than its hash, which it does once. */
async function isFullRun(io: MemoryIo, ...args: readonly string[]): Promise<boolean> {
  const written = io.changes.length;
  await said(io, ...args);
  return io.changes.length > written;
}

describe.each(Object.entries(cases))("of %s", (_, each) => {
  test.each(["pretty", "json", "github"])("a second run prints as %s what a full one does", async (format) => {
    const io = project(each);
    const args = [...(each.args ?? []), "--format", format];
    expect((await said(io, ...args)).code).toBe(0);
    const full = await said(io, ...args, "--force");
    const written = io.changes.length;
    expect(await said(io, ...args)).toEqual(full);
    expect(io.changes.length).toBe(written);
  });
});

test("what was kept in one format is said in another", async () => {
  const io = project({ config: api("dubious", { emit: ["validators"] }) });
  await said(io);
  for (const format of ["json", "github", "pretty"]) {
    const short = await said(io, "--format", format);
    expect(short).toEqual(await said(io, "--format", format, "--force"));
  }
});

test("a code is silenced anew in what was kept", async () => {
  const config = (silence: readonly string[]): Uint8Array => new TextEncoder().encode(JSON.stringify(api("dubious", { silence })));
  const io = project({ config: api("dubious", { emit: ["types"] }) });
  const loud = await said(io);
  expect(loud.stderr).toContain("[pattern-vulnerable]");
  io.files.set("/project/sundial.config.json", config(["pattern-vulnerable"]));
  expect((await said(io)).stderr).not.toContain("[pattern-vulnerable]");
  io.files.set("/project/sundial.config.json", config([]));
  expect((await said(io)).stderr).toBe(loud.stderr);
});

describe("a full run is made", () => {
  const changed: Readonly<Record<string, (io: MemoryIo) => unknown>> = {
    "the description": (io) => {
      edit(io, "dubious.yaml", (text) => text.replace("Dubious", "Doubtful"));
    },
    "a file it refers to": (io) => {
      edit(io, "parts.yaml", (text) => text.replace("a:", "z:"));
    },
    "a generated file": (io) => {
      edit(io, "out/dubious/types.ts", (text) => `${text}\n`);
    },
    "the manifest": (io) => {
      edit(io, "out/dubious/sundial.json", (text) => text.replace(/"sundial": ".*"/, '"sundial": "0.0.0"'));
    },
    "an option": (io) => {
      edit(io, "sundial.config.json", (text) => text.replace('["types"]', '["validators"]'));
    },
    "the files that may be referred to": (io) => {
      edit(io, "sundial.config.json", (text) => text.replace("{", '{"references":["x"],'));
    },
    "what the cache holds": (io) => {
      edit(io, caches(io)[0] ?? "", (text) => text.replace(/"key":".*?"/, '"key":"0"'));
    },
    "that the cache is gone": (io) => io.files.delete(caches(io)[0] ?? ""),
    "that a generated file is gone": (io) => io.files.delete("/project/out/dubious/types.ts"),
    "what an interrupted run left": (io) => io.makeDirectory("/project/out/dubious/.sundial-stage"),
  };
  test.each(Object.entries(changed))("when this has changed: %s", async (_, change) => {
    const io = project({ config: api("dubious") });
    await said(io);
    expect(await isFullRun(io)).toBe(false);
    await change(io);
    expect(await isFullRun(io)).toBe(true);
  });

  test.each([
    ["there is no package", { "/project/package.json": undefined }],
    ["there are no node_modules", { "/project/node_modules/left/index.js": undefined }],
  ])("each time when %s", async (_, without) => {
    const kept = Object.entries({ ...files, ...without }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const io = memoryIo({ ...Object.fromEntries(kept), "/project/sundial.config.json": JSON.stringify(api("petstore")) });
    const first = await said(io);
    expect(await isFullRun(io)).toBe(true);
    expect(first.code).toBe(0);
    expect(caches(io)).toEqual([]);
  });

  test("when what is kept would lie behind a link", async () => {
    const io = project(
      { config: api("petstore") },
      { symlinks: { "/project/node_modules/.cache": "/elsewhere" }, folders: ["/elsewhere"] },
    );
    await said(io);
    expect([...io.files.keys()].filter((path) => path.startsWith("/elsewhere"))).toEqual([]);
    expect(await isFullRun(io)).toBe(true);
  });

  test("with --force", async () => {
    const io = project({ config: api("petstore") });
    await said(io);
    expect(await isFullRun(io, "--force")).toBe(true);
  });

  test("when handlers were added or changed", async () => {
    const io = project(cases["handlers that are all there"] ?? { config: {} });
    await said(io);
    expect(await isFullRun(io)).toBe(true); // the first run wrote them, and knows nothing of what they are now
    expect(await isFullRun(io)).toBe(false);
    io.files.delete("/project/handlers/pets.ts");
    expect((await said(io)).stdout).toContain("  handlers: ");
  });
});

test("a run that cannot keep anything is as good as one that can", async () => {
  const io = project({ config: api("dubious") }, { failChange: (change) => (change.includes("/.cache") ? "EROFS" : undefined) });
  expect((await said(io)).code).toBe(0);
  expect(caches(io)).toEqual([]);
});

test("a run that is killed while it keeps something leaves nothing that is read", async () => {
  const config = { config: api("dubious") };
  const whole = project(config);
  const full = await said(whole);
  const first = whole.changes.findIndex((change) => change.includes("/.cache")) + 1;
  for (let at = first; at <= whole.changes.length; at += 1) {
    const io = project(config, { dieAtChange: at });
    await expect(run(["generate"], io).catch((error: unknown) => error)).resolves.toSatisfy((end) => end === 70 || end instanceof Killed);
    const next = project(config, { pid: 101 });
    for (const [path, content] of io.files) next.files.set(path, content);
    expect(await said(next)).toEqual({ ...full, stdout: (await said(next, "--force")).stdout });
    expect(caches(next).filter((path) => path.includes("draft"))).toEqual([]);
  }
});

describe("what is kept is data of anybody's", () => {
  const kept = async (): Promise<{ readonly io: MemoryIo; readonly path: string; readonly value: Record<string, unknown> }> => {
    const io = project({ config: api("dubious") });
    await said(io);
    const [path = ""] = caches(io);
    return { io, path, value: JSON.parse(io.text(path)) as Record<string, unknown> }; // as it was just written
  };

  test.each(["", "{", "null", "[]", '"text"', "[".repeat(100_000), " ".repeat(5 * 1024 * 1024)])(
    "and passed over where it is no run: %.20s",
    async (text) => {
      const { io, path } = await kept();
      io.files.set(path, new TextEncoder().encode(text));
      expect(await isFullRun(io)).toBe(true);
    },
  );

  const place = { file: "file:///project/dubious.yaml", pointer: "" };
  const odd: readonly (readonly [member: string, value: unknown])[] = [
    ["diagnostics", {}],
    ["diagnostics", [null]],
    ["diagnostics", [{ code: "__proto__", severity: "warning", message: "" }]],
    ["diagnostics", [{ code: "ref-kind", severity: "error", message: "" }]],
    ["diagnostics", [{ code: "ref-kind", severity: "fatal", message: "" }]],
    ["diagnostics", [{ code: "ref-kind", severity: "warning", message: {} }]],
    ["diagnostics", [{ code: "ref-kind", severity: "warning", message: "", hint: 1 }]],
    ["diagnostics", [{ code: "ref-kind", severity: "warning", message: "", at: { file: "file://other/x", pointer: "" } }]],
    ["diagnostics", [{ code: "ref-kind", severity: "warning", message: "", at: { ...place, pointer: 1 } }]],
    ["diagnostics", [{ code: "ref-kind", severity: "warning", message: "", related: [{ message: "", at: {} }] }]],
    ["figures", { operations: "1", schemas: 1, deprecated: [] }],
    ["figures", { operations: 1, schemas: 1, deprecated: [{}] }],
    ["handlers", {}],
    ["positions", [{ ...place, line: -1, column: 1 }]],
    ["positions", [{ ...place, line: 1e300, column: 1 }]],
    ["lines", [{ file: place.file, line: 1, text: null }]],
    ["lines", [{ file: place.file, line: "1", text: "" }]],
    ["lines", {}],
    ["sources", ["file:///etc/passwd", "file:///project/parts.yaml"]],
    ["sources", []],
  ];
  test.each(odd)("and passed over where %s is %j", async (member, value) => {
    const { io, path, value: run } = await kept();
    io.files.set(path, new TextEncoder().encode(JSON.stringify({ ...run, [member]: value })));
    expect(await isFullRun(io)).toBe(true);
  });

  test("and printed as all text of others is", async () => {
    const { io, path, value } = await kept();
    const diagnostics = [
      { code: "ref-kind", severity: "warning", message: "a\u001b[2J\n::error::b", at: { file: "x\u001b]0;y", pointer: "" } },
    ];
    io.files.set(path, new TextEncoder().encode(JSON.stringify({ ...value, diagnostics })));
    for (const format of ["pretty", "github"]) {
      const { stderr, stdout } = await said(io, "--format", format);
      expect(stderr).toContain("a\u00b7[2J\u00b7");
      expect(stderr + stdout).not.toMatch(/\u001b|^::error/m);
    }
  });
});

function edit(io: MemoryIo, path: string, change: (text: string) => string): void {
  const at = path.startsWith("/") ? path : `/project/${path}`;
  io.files.set(at, new TextEncoder().encode(change(io.text(at))));
}
