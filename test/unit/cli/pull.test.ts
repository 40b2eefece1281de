import { describe, expect, test } from "vitest";
import { contentHash } from "../../../src/output/content-hash.js";
import { run } from "../../../src/cli/run.js";
import { Killed, memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const url = "https://docs.vendor.example/v1/openapi.yaml";
const description = `openapi: 3.1.0
info: { title: Vendor, version: "1" }
paths:
  /pets:
    get: { operationId: listPets, responses: { "200": { description: ok, content: { application/json: { schema: { $ref: ./pet.yaml } } } } } }
`;
const pet = "type: object\nproperties: { name: { type: string } }\n";
const petUrl = "https://docs.vendor.example/v1/pet.yaml";
const petName = `vendor.yaml.files/part-pet-${contentHash(petUrl).slice(0, 12)}.yaml`;
const petPath = `spec/${petName}`;
const web = { [url]: description, [petUrl]: pet };
const config = JSON.stringify({ input: { url, snapshot: "spec/vendor.yaml" }, output: "out", emit: ["types"] });

type Files = Readonly<Record<string, string>>;

function ioWith(files: Files = {}, options: MemoryOptions = {}): MemoryIo {
  return memoryIo({ "/project/sundial.config.json": config, ...files }, { web, ...options });
}

/** What the disk holds, but for the configuration. */
function treeOf(io: MemoryIo): Files {
  const paths = [...io.files.keys()].filter((path) => !path.endsWith("sundial.config.json")).sort();
  return Object.fromEntries(paths.map((path) => [path.replace("/project/", ""), io.text(path)]));
}

async function pulled(): Promise<Files> {
  const io = ioWith();
  expect(await run(["pull"], io)).toBe(0);
  return treeOf(io);
}

/** The codes of a run, with the exit code first. */
async function codesOf(io: MemoryIo, ...args: readonly string[]): Promise<readonly unknown[]> {
  const before = io.printed.stdout.length;
  const code = await run([...args, "--format", "json"], io);
  const { diagnostics } = JSON.parse(io.printed.stdout.slice(before)) as { diagnostics: readonly { code: string; severity: string }[] };
  return [code, ...diagnostics.map((each) => `${each.severity} ${each.code}`)];
}

const lockName = "spec/vendor.yaml.lock.json";
const without = (files: Files, name: string): Files => Object.fromEntries(Object.entries(files).filter(([path]) => path !== name));

describe("a snapshot that is not as it was pulled", () => {
  /** What is done to it, and what is said by generate and check, by pull, and by pull --force. */
  const cases: Readonly<Record<string, readonly [(files: Files) => Files, readonly unknown[], readonly unknown[], readonly unknown[]]>> = {
    "is not there": [() => ({}), [2, "error snapshot-missing"], [0], [0]],
    "has only its lock": [(files) => without(files, "spec/vendor.yaml"), [2, "error snapshot-missing"], [0], [0]],
    "lacks a file": [(files) => without(files, petPath), [2, "error snapshot-incomplete"], [0], [0]],
    "was edited": [
      (files) => ({ ...files, "spec/vendor.yaml": description.replace("listPets", "pets") }),
      [0, "warning snapshot-edited"],
      [2, "error snapshot-edited"],
      [0],
    ],
    "was edited in a file that it refers to": [
      (files) => ({ ...files, [petPath]: "type: string\n" }),
      [0, "warning snapshot-edited"],
      [2, "error snapshot-edited"],
      [0],
    ],
    "has the line ends of Windows": [
      (files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")])),
      [0],
      [0],
      [0],
    ],
    "has no lock, and is as it was": [
      (files) => without(files, lockName),
      [2, "warning snapshot-unlocked", "error file-not-found"],
      [0],
      [0],
    ],
    "has no lock, and is something else": [
      () => ({
        "spec/vendor.yaml": description.replace("./pet.yaml", '"#/components/schemas/A"') + "components: { schemas: { A: {} } }\n",
      }),
      [0, "warning snapshot-unlocked"],
      [2, "error snapshot-in-the-way"],
      [0],
    ],
    "has a lock with the marks of a merge": [
      (files) => ({ ...files, [lockName]: `<<<<<<< ours\n${files[lockName] ?? ""}` }),
      [2, "error snapshot-lock-unreadable"],
      [0],
      [0],
    ],
    "has a lock that is none": [
      (files) => ({ ...files, [lockName]: '{ "name": "npm" }' }),
      [2, "error snapshot-lock-unreadable"],
      [0],
      [0],
    ],
    "has a lock of another version": [
      (files) => ({ ...files, [lockName]: (files[lockName] ?? "").replace("snapshot-1", "snapshot-9") }),
      [2, "error snapshot-lock-unreadable"],
      [0],
      [0],
    ],
    "has the lock of another snapshot": [
      (files) => ({ ...files, [lockName]: (files[lockName] ?? "").replace('"vendor.yaml"', '"other.yaml"') }),
      [2, "error snapshot-lock-unreadable"],
      [0],
      [0],
    ],
    "has a lock that leads out": [
      (files) => ({ ...files, [lockName]: (files[lockName] ?? "").replace(JSON.stringify(petName), '"../../etc/passwd"') }),
      [2, "error snapshot-lock-unreadable"],
      [0],
      [0],
    ],
    "is of another URL": [
      (files) => ({
        ...files,
        [lockName]: (files[lockName] ?? "").replace(`"url": "${url}",\n  "files"`, '"url": "https://a.example/",\n  "files"'),
      }),
      [0, "warning snapshot-other-url"],
      [0],
      [0],
    ],
    "has a file of the user's where one of its own belongs": [
      (files) => ({ ...without(without(files, lockName), "spec/vendor.yaml"), [petPath]: "mine: true\n" }),
      [2, "error snapshot-missing"],
      [2, "error snapshot-in-the-way"],
      [2, "error snapshot-in-the-way"],
    ],
  };

  test.each(Object.entries(cases))("%s", async (_, [change, read, pull, force]) => {
    const files = change(await pulled());
    const io = ioWith(files);
    // Nothing of this needs the network, and says so where it would.
    const offline: typeof io = { ...io, fetch: () => Promise.reject(new Error("the network was asked")) };
    expect(await codesOf(offline, "generate")).toEqual(read);
    expect(await codesOf(offline, "check")).toEqual(read);
    expect(await codesOf(offline, "lint")).toEqual(read);
    if (read[0] === 0) {
      // What stood is said again where nothing is generated anew.
      const kept = ioWith({ ...files, "package.json": "{}", "node_modules/a/package.json": "{}" });
      expect(await codesOf(kept, "generate")).toEqual(read);
      expect(await codesOf(kept, "generate")).toEqual(read);
      expect(await codesOf(kept, "check")).toEqual(read);
    }
    const before = treeOf(io);
    expect(await codesOf(io, "pull")).toEqual(pull);
    if (pull[0] !== 0) expect(treeOf(io)).toEqual(before);
    expect(await codesOf(io, "pull", "--force")).toEqual(force);
    if (force[0] === 0) {
      expect(await codesOf(io, "generate")).toEqual([0]);
      expect(await codesOf(io, "pull", "--check")).toEqual([0]);
      expect(treeOf(io)[petPath]?.replaceAll("\r\n", "\n")).toBe(pet);
    }
  });

  test("is compared, lock or not, with what the vendor has now", async () => {
    const io = ioWith({ "spec/vendor.yaml": description.replace("listPets", "listAnimals") });
    expect((await codesOf(io, "pull", "--check"))[0]).toBe(1);
  });

  test("a mistake of a snapshot stands where the configuration names it, and says what to do", async () => {
    const io = ioWith();
    expect(await run(["check"], io)).toBe(2);
    expect(io.printed.stderr).toBe(
      "error There is no snapshot spec/vendor.yaml yet. [snapshot-missing]\n  sundial.config.json:1:17 /input/url\n  help: Run `sundial pull`, and commit the snapshot and its lock.\n\n",
    );
  });

  test("an edit is kept by its name where its file is no longer a part", async () => {
    const files = await pulled();
    const io = ioWith({ ...files, [petPath]: "type: string\n" }, { web: { [url]: description.replace("{ $ref: ./pet.yaml }", "{}") } });
    expect(await codesOf(io, "pull")).toEqual([0, "warning snapshot-edited"]);
    expect(treeOf(io)[petPath]).toBe("type: string\n");
  });
});

test("a snapshot that was edited into what cannot be read is not compared, and overwritten when asked to", async () => {
  const files = { ...(await pulled()), "spec/vendor.yaml": "openapi: 3.1.0\n  info: [\n" };
  const io = ioWith(files, { web: { ...web, [url]: `${description}components: { schemas: { A: {} } }\n` } });
  const checked = await codesOf(io, "pull", "--check");
  expect(checked[0]).toBe(1);
  expect(checked).toContain("error syntax");
  expect(await codesOf(io, "pull")).toEqual([2, "error snapshot-edited"]);
  expect(await codesOf(io, "pull", "--force")).toEqual([0]);
  expect(await codesOf(io, "pull", "--check")).toEqual([0]);
});

test("what a vendor has not changed is no finding where the snapshot was edited", async () => {
  const io = ioWith({ ...(await pulled()), "spec/vendor.yaml": description.replace("listPets", "pets") });
  expect(await codesOf(io, "pull", "--check")).toEqual([0, "warning snapshot-edited"]);
  expect(await run(["pull", "--check"], io)).toBe(0);
  expect(io.printed.stdout).toContain(`${url} has not changed since spec/vendor.yaml was pulled`);
});

describe("a pull that dies", () => {
  const changed = { ...web, [url]: description.replace("/pets", "/animals"), "https://docs.vendor.example/v1/pet.yaml": "type: string\n" };

  test.each([
    ["the first", async (): Promise<Files> => Promise.resolve({}), web],
    ["a later one", pulled, changed],
  ])("%s leaves the old snapshot, the new one, or says that it was interrupted; the next one completes it", async (_, start, answers) => {
    const files = await start();
    const whole = ioWith(files, { web: answers });
    expect(await run(["pull"], whole)).toBe(0);
    expect(whole.changes.length).toBeGreaterThan(5);
    for (let dieAtChange = 1; dieAtChange <= whole.changes.length; dieAtChange += 1) {
      const dying = ioWith(files, { web: answers, dieAtChange });
      await run(["pull"], dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      const left = treeOf(dying);
      const own = without(without(left, "spec/.sundial-lock"), "");
      const next = ioWith(left, { web: answers, pid: 200 });
      const [code, ...said] = await codesOf(next, "check");
      const isOld = files["spec/vendor.yaml"] === own["spec/vendor.yaml"] && files[petPath] === own[petPath];
      const isNew = treeOf(whole)["spec/vendor.yaml"] === own["spec/vendor.yaml"] && treeOf(whole)[petPath] === own[petPath];
      const isSaid = said.some((each) => /snapshot-(?:incomplete|missing)/.test(String(each)));
      expect([dieAtChange, isOld || isNew || isSaid, code]).toEqual([dieAtChange, true, isSaid ? 2 : 1]);
      expect(await codesOf(next, "pull")).toEqual([0]);
      expect(treeOf(next)).toEqual(treeOf(whole));
    }
  });

  test("for want of space changes nothing", async () => {
    const files = await pulled();
    const io = ioWith(files, { web: changed, failChange: (change) => (/^write .*stage\/1/.test(change) ? "ENOSPC" : undefined) });
    expect(await codesOf(io, "pull")).toEqual([2, "error output-failed"]);
    expect(treeOf(io)).toEqual(files);
  });
});

describe("two APIs", () => {
  const apis = (one: object, other: object): Files => ({
    "/project/sundial.config.json": JSON.stringify({
      runtime: false,
      apis: { one: { output: "one", emit: ["types"], input: one }, other: { output: "other", emit: ["types"], input: other } },
    }),
  });

  test("may have one snapshot, which is fetched once", async () => {
    const input = { url, snapshot: "spec/vendor.yaml" };
    const io = ioWith(apis(input, input));
    const asked: string[] = [];
    const counting = { ...io, fetch: (...args: Parameters<typeof io.fetch>) => (asked.push(args[0]), io.fetch(...args)) };
    expect(await run(["pull"], counting)).toBe(0);
    expect(io.printed.stdout).toMatch(/^one, other: spec\/vendor\.yaml is new/);
    expect(asked).toHaveLength(2);
    expect(await run(["generate"], io)).toBe(0);
  });

  test("may keep theirs in one folder, and each has its own files", async () => {
    const second = "https://other.example/api.yaml";
    const io = ioWith(apis({ url, snapshot: "spec/one.yaml" }, { url: second, snapshot: "spec/other.yaml" }), {
      web: { ...web, [second]: description, "https://other.example/pet.yaml": "type: string\n" },
    });
    expect(await codesOf(io, "pull")).toEqual([0]);
    const pets = Object.entries(treeOf(io)).filter(([path]) => path.includes("/part-pet-"));
    expect(pets.map(([path, text]) => [path.split("/")[1], text])).toEqual([
      ["one.yaml.files", pet],
      ["other.yaml.files", "type: string\n"],
    ]);
    expect(await codesOf(io, "generate")).toEqual([0]);
  });

  test("without a snapshot are nothing to pull", async () => {
    const io = ioWith(apis({ url }, { url, snapshot: "spec/vendor.yaml" }));
    expect(await run(["pull", "one"], io)).toBe(2);
    expect(io.printed.stderr).toContain("one has no snapshot that could be pulled.");
    expect(await run(["pull"], io)).toBe(0);
    const none = ioWith(apis({ url }, { url }));
    expect(await run(["pull"], none)).toBe(2);
    expect(none.printed.stderr).toContain("No API of the configuration has a snapshot");
  });
});

test("a server that says who may read gets advice in the words of the configuration", async () => {
  const refusing = { web: { [url]: { status: 401 } } };
  const hints: Readonly<Record<string, string>> = {
    "/project/sundial.config.json": '"input": { "url": "…", "headers": { "Authorization": "Bearer ${DOCS_TOKEN}" } }',
    "/project/sundial.config.mjs": 'input: { url: "…", headers: { Authorization: "Bearer ${DOCS_TOKEN}" } }',
  };
  const json = memoryIo({ "/project/sundial.config.json": JSON.stringify({ input: url, output: "out" }) }, refusing);
  expect(await run(["generate"], json)).toBe(2);
  expect(json.printed.stderr).toContain(`write \`${hints["/project/sundial.config.json"] ?? ""}\``);
  const flags = memoryIo({}, refusing);
  expect(await run(["generate", "--input", url, "--output", "out"], flags)).toBe(2);
  expect(flags.printed.stderr).toContain(
    `write a configuration (sundial.config.ts) with \`${hints["/project/sundial.config.mjs"] ?? ""}\``,
  );
});

test("a timeout and a file that is too large are told with a way out", async () => {
  const answers: readonly (readonly [() => never, string])[] = [
    [
      () => {
        throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
      },
      "there was no whole answer within a minute",
    ],
    [
      () => {
        throw Object.assign(new Error("EFBIG"), { code: "EFBIG" });
      },
      "[file-too-large]",
    ],
    [
      () => {
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }) });
      },
      "connect ECONNREFUSED",
    ],
  ];
  for (const [fetch, message] of answers) {
    const io = ioWith();
    expect(await run(["pull"], { ...io, fetch: () => Promise.resolve().then(fetch) })).toBe(2);
    expect(io.printed.stderr).toContain(message);
    expect(io.printed.stderr.match(/^error/gm)).toHaveLength(2);
    expect(io.printed.stderr).toContain("The description of out could not be fetched; no snapshot was made. [pull-refused]");
    expect(treeOf(io)).toEqual({});
  }
});

test("a file that is not answered leaves the description without a part", async () => {
  const io = ioWith();
  const fetch: typeof io.fetch = (at, init) => (at === url ? io.fetch(at, init) : Promise.reject(new Error("socket hang up")));
  expect(await run(["pull"], { ...io, fetch })).toBe(2);
  expect(io.printed.stderr).toContain("The description of out could not be fetched as a whole; no snapshot was made. [pull-refused]");
});

test("a lock that cannot be read is written anew by a plain pull, and the advice says so", async () => {
  const files = await pulled();
  const onDisk = Object.fromEntries(
    Object.entries({ ...files, [lockName]: "<<<<<<< ours\n" }).map(([path, text]) => [`/project/${path}`, text]),
  );
  const io = ioWith(onDisk);
  expect(await run(["generate"], io)).toBe(2);
  expect(io.printed.stderr.replace(/\s+/g, " ")).toContain("Else run `sundial pull`, which writes the lock anew");
  expect(await run(["pull"], io)).toBe(0);
  expect(await run(["generate"], io)).toBe(0);
});

describe("half of a text of YAML, without a length", () => {
  const whole =
    "openapi: 3.1.0\ninfo: { title: V, version: '1' }\npaths:\n  /a:\n    get:\n      responses:\n        '204': { description: k }\n";
  const cut: Readonly<Record<string, string>> = {
    "responses:": whole.slice(0, whole.indexOf("        '204'")),
    "get:": whole.slice(0, whole.indexOf("      responses")),
    "paths:": "openapi: 3.1.0\r\ninfo: { title: V, version: '1' }\r\npaths:\r\n",
    "description: |": whole + "x-a:\n  description: |\n\n",
    "-": whole + "tags:\n  - name: a\n  -\n",
    "x-more: # of it": whole + "x-more: # of it\n# and more\n",
  };

  test.each(Object.entries(cut))("that ends with %s is not taken over in silence", async (end, text) => {
    const io = ioWith({}, { web: { [url]: whole } });
    expect(await run(["pull"], io)).toBe(0);
    const before = treeOf(io);
    const half = { ...io, fetch: (at: string) => Promise.resolve({ status: 200, url: at, body: new TextEncoder().encode(text) }) };
    for (const args of [["pull"], ["pull", "--check"]]) expect(await run(args, half)).toBe(2);
    expect(io.printed.stderr).toContain(`${url} ends with "${end.replace(/ #.*/, "")}", which has no value; the snapshot stays as it is.`);
    expect(treeOf(io)).toEqual(before);
    expect(await run(["pull", "--force"], half)).toBe(0);
    // What was so before is so again.
    const later = {
      ...io,
      fetch: (at: string) => Promise.resolve({ status: 200, url: at, body: new TextEncoder().encode(`# new\n${text}`) }),
    };
    expect(await run(["pull"], later)).toBe(0);
  });

  const complete = [
    "x-a:\n  description: |\n    Use these:\n",
    "x-a: null\n",
    "x-a: ''\n",
    "x-a: 1\n",
    "tags: [{ name: a }]\n",
    'x-a: "b:"\n',
    "x-a: { b: }\n# c:\n",
  ];
  test.each(complete)("is not what ends with %j", async (more) => {
    const io = ioWith({}, { web: { [url]: whole } });
    expect(await run(["pull"], io)).toBe(0);
    const text = whole + more;
    const next = { ...io, fetch: (at: string) => Promise.resolve({ status: 200, url: at, body: new TextEncoder().encode(text) }) };
    expect(await run(["pull"], next)).toBe(0);
    expect(io.text("/project/spec/vendor.yaml")).toBe(text);
  });
});
