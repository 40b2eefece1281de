/** `sundial upgrade`: what it shows, what it writes, and that it writes all of that or nothing. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { contentHash } from "../../../src/output/content-hash.js";
import { version } from "../../../src/version.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths: { /pets: { get: { operationId: listPets, responses: { "200": { description: Fine } } } } }
components: { schemas: { Pet: { type: object, properties: { name: { type: string } } } } }
`;
const asJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const config = { input: "api.yaml", output: "src/pets", emit: ["types", "validators"] };
const files: Readonly<Record<string, string>> = {
  ".git/HEAD": "",
  "api.yaml": description,
  "sundial.config.json": asJson(config),
  "package.json": asJson({ scripts: { generate: "sundial generate" }, devDependencies: { "openapi-sundial": "^0.0.9" } }),
  "package-lock.json": "{}",
  "node_modules/openapi-sundial/package.json": asJson({ version: "0.0.9" }),
};

function edit(io: MemoryIo, path: string, change: (text: string) => string): void {
  io.files.set(`/project/${path}`, new TextEncoder().encode(change(io.text(`/project/${path}`))));
}

/** The checksum of a manifest is of the version, too: without it, this is what an older version has written. */
const madeBy =
  (older: string) =>
  (text: string): string =>
    text.replace(/"sundial": ".*?"/, `"sundial": ${JSON.stringify(older)}`).replace(/^ {2}"checksum": .*\n/m, "");

/** A project that version 0.0.9 has generated: `changes` are what it wrote otherwise. */
async function project(
  changes: (io: MemoryIo) => void = () => undefined,
  more: Readonly<Record<string, string>> = {},
  options: MemoryOptions = {},
): Promise<MemoryIo> {
  const io = memoryIo({ ...files, ...more }, options);
  expect(await run(["generate"], io)).toBe(0);
  changes(io);
  edit(io, "src/pets/sundial.json", madeBy("0.0.9"));
  return io;
}

/** What it wrote instead of what this version writes: recorded in its manifest with the hash of that. */
const wrote =
  (path: string, change: (text: string) => string) =>
  (io: MemoryIo): void => {
    edit(io, `src/pets/${path}`, change);
    // An older manifest has one hash for each file, and of this one another: both are read.
    edit(io, "src/pets/sundial.json", (text) => {
      const manifest = JSON.parse(text) as { files: Record<string, string> };
      return asJson({ ...manifest, files: { ...manifest.files, [path]: contentHash(io.text(`/project/src/pets/${path}`)) } });
    });
  };

interface Shown {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
async function upgrade(io: MemoryIo, ...argv: readonly string[]): Promise<Shown> {
  const [out, err] = [io.printed.stdout.length, io.printed.stderr.length];
  const code = await run(["upgrade", ...argv], io);
  return { code, out: io.printed.stdout.slice(out), err: io.printed.stderr.slice(err) };
}

describe("what is shown", () => {
  test("an output that stays as it is, and a range that is to be another: nothing is written", async () => {
    const io = await project();
    const before = io.changes.length;
    const { code, out } = await upgrade(io);
    expect(out).toBe(
      `openapi-sundial ${version}; package.json asks for ^0.0.9, 0.0.9 is installed

pets: src/pets was made by 0.0.9; nothing would change

package.json: openapi-sundial ^0.0.9 becomes ^${version}

To do it: npx openapi-sundial@${version} upgrade --write && npm install
`,
    );
    expect([code, io.changes.length]).toEqual([0, before]);
  });

  test("exports that come, go and change, comments, layout and new files, each by what a program sees", async () => {
    const io = await project((disk) => {
      wrote("types.ts", (text) => `${text.replace("name?: string", "name?: number")}export type Old = 1;\n`)(disk);
      wrote("index.ts", (text) => text.replace(/\n$/, "\n// the end\n"))(disk);
      disk.files.delete("/project/src/pets/validators.ts");
    });
    const { code, out } = await upgrade(io, "--diff");
    expect(code).toBe(1);
    expect(out).toContain("  exports   types.ts\n              removed Old\n              changed Pet\n");
    expect(out).toContain("  comments  index.ts\n");
    expect(out).toContain(
      "  new       validators.ts\n              added Issue, Key, LowerCaseKeys, ParseOptions, PetSchema, PlainIssue, Result, ValidationError and 1 more\n",
    );
    expect(out).toContain("-export type Pet = { name?: number };\n+export type Pet = { name?: string };\n");
    const json = JSON.parse((await upgrade(io, "--format", "json")).out) as {
      readonly outputs: readonly { readonly files: readonly object[] }[];
    };
    expect(json).toMatchObject({
      version,
      installed: "0.0.9",
      changes: true,
      written: false,
      package: { range: "^0.0.9", wanted: `^${version}` },
    });
    expect(json.outputs[0]?.files).toContainEqual({
      path: "types.ts",
      state: "stale",
      kind: "exports",
      exports: { added: [], removed: ["Old"], changed: ["Pet"] },
      public: { added: [], removed: ["Old"], changed: ["Pet"] },
      reached: [],
    });
  });

  test("a name of the index whose type is made of one that changed, which the index does not export", async () => {
    const io = await project(
      wrote("runtime/client-limits.ts", (text) =>
        text.replace("readonly maxWait?: number | undefined;", "readonly patience?: number | undefined;"),
      ),
      { "sundial.config.json": asJson({ ...config, emit: ["types", "client"] }) },
    );
    const { code, out } = await upgrade(io);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(
        `  exports  runtime/client-limits.ts
             changed PetsOptions, by way of RetryOptions
             1 name that the index does not export
`,
      ),
    ]);
    const json = JSON.parse((await upgrade(io, "--format", "json")).out) as {
      readonly outputs: readonly { readonly files: readonly object[] }[];
    };
    expect(json.outputs[0]?.files).toMatchObject([
      { reached: [{ name: "PetsOptions", file: "src/pets/client.ts", through: "RetryOptions" }] },
    ]);
  });

  test("a declaration that moved to another file is no change, but for one that changed on the way", async () => {
    const moved = (text: string): string => text.replace("export interface RetryOptions", "export interface OtherOptions");
    for (const [what, names] of [
      [(text: string) => text, false],
      [(text: string) => text.replace("readonly maxWait?: number | undefined;", ""), true],
    ] as const) {
      const io = await project(
        (disk) => {
          const limits = disk.text("/project/src/pets/runtime/client-limits.ts");
          const declaration = /export interface RetryOptions \{[^}]*\}\n/.exec(limits)?.[0] ?? "";
          expect(declaration).toContain("maxWait");
          wrote("runtime/client-limits.ts", moved)(disk);
          wrote("runtime/client.ts", (text) => `${text}${what(declaration)}`)(disk);
        },
        { "sundial.config.json": asJson({ ...config, emit: ["types", "client"] }) },
      );
      const { out } = await upgrade(io);
      expect(out.includes("changed PetsOptions, by way of RetryOptions")).toBe(names);
    }
  });

  test("what changed besides the version is told, and what is as this version leaves it", async () => {
    const io = await project();
    edit(io, "api.yaml", (text) => text.replace("name:", "title:"));
    expect((await upgrade(io)).out).toContain("  not by the version alone: the description changed: api.yaml\n");
    await run(["generate"], io);
    edit(io, "package.json", (text) => text.replace("^0.0.9", "*"));
    edit(io, "node_modules/openapi-sundial/package.json", () => asJson({ version }));
    const { code, out } = await upgrade(io);
    expect([code, out.endsWith("nothing would change\n\nThere is nothing to do.\n")]).toEqual([0, true]);
  });

  test("several APIs with one runtime, and other configurations of the workspace", async () => {
    const apis = { a: { ...config, emit: ["types", "client"], output: "src/a" }, b: { ...config, output: "src/b" } };
    const io = memoryIo({
      ...files,
      "sundial.config.json": asJson({ runtime: "src/sundial", apis }),
      "packages/web/sundial.config.json": asJson(config),
      "packages/web/node_modules/x/sundial.config.json": "{}",
    });
    expect(await run(["generate"], io)).toBe(0);
    edit(io, "src/sundial/client.ts", (text) => `${text}export const mine = 1;\n`);
    const { code, out } = await upgrade(io);
    expect(code).toBe(1);
    expect(out).toContain(
      `runtime: src/sundial was made by ${version}\n  edited by hand  client.ts\n                    1 name that the index does not export\n`,
    );
    expect(out).toContain("\na: src/a ");
    expect(out).toContain("\nother configurations, each with a run of its own: packages/web\n");
    const { err } = await upgrade(memoryIo({ "packages/web/sundial.config.json": "{}", ".git/HEAD": "" }));
    expect(err).toContain("Run it where a configuration is: packages/web.");
  });
});

describe("what is to be done", () => {
  const range = (wanted: string) => (io: MemoryIo) => {
    edit(io, "package.json", (text) => text.replace("^0.0.9", wanted));
  };
  test.each([
    ["0.0.x", `${version} is not in 0.0.x, which is not rewritten; change it by hand, such as to ^${version}`],
    [`^0.0.9 || ^${version}`, `${version} is in ^0.0.9 || ^${version}, which stays`],
    ["^9.0.0", `^9.0.0 asks for a newer version than ${version}, and stays: this goes back`],
    ["workspace:*", `workspace:* is no range of versions that is read here; see to it by hand that it means ${version}`],
  ])("a range that is not rewritten is told as what it is: %s", async (written, said) => {
    expect((await upgrade(await project(range(written)))).out).toContain(`\npackage.json: ${said}\n`);
  });

  test("the second package of a workspace is installed from where the range is", async () => {
    const io = memoryIo(
      {
        "/repo/.git/HEAD": "",
        "/repo/package-lock.json": "{}",
        "/repo/package.json": asJson({ devDependencies: { "openapi-sundial": `^${version}` } }),
        "/repo/node_modules/openapi-sundial/package.json": asJson({ version: "0.0.9" }),
        "/repo/packages/b/package.json": "{}",
        "/repo/packages/b/api.yaml": description,
        "/repo/packages/b/sundial.config.json": asJson(config),
      },
      { cwd: "/repo/packages/b" },
    );
    expect(await run(["generate"], io)).toBe(0);
    expect((await upgrade(io)).out).toContain(`upgrade --write && cd ../.. && npm install\n`);
  });

  test("what --write would refuse is said before the command that does it", async () => {
    const io = await project((disk) => {
      edit(disk, "src/pets/types.ts", (text) => `${text}export type Mine = 1;\n`);
    });
    const { code, out } = await upgrade(io);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/\nTo be put right first, as --write refuses it:\n {2}\S*types\.ts was changed .*\n\nTo do it: npx /),
    ]);
    const { refusals } = JSON.parse((await upgrade(io, "--format", "json")).out) as { readonly refusals: readonly string[] };
    expect(refusals).toHaveLength(1);
  });

  test("without a configuration, no flag is advised that there is not", async () => {
    const { err } = await upgrade(memoryIo({ "package.json": "{}" }));
    expect([err.includes("--input"), err.includes("--config")]).toEqual([false, true]);
  });
});

describe("another version is asked for", () => {
  test.each([
    ["package-lock.json", "npx"],
    ["pnpm-lock.yaml", "pnpm dlx"],
    ["yarn.lock", "npx"],
    ["bun.lock", "bunx"],
  ])("%s: the command that runs it, and nothing is fetched", async (lock, runs) => {
    const io = memoryIo({ "package.json": "{}", [lock]: "" });
    const { code, err } = await upgrade(io, "0.9.0", "--write");
    expect([code, err]).toEqual([2, expect.stringContaining(`\`${runs} openapi-sundial@0.9.0 upgrade --write\``)]);
  });

  test("what is no version is in no command", async () => {
    const { code, err } = await upgrade(memoryIo(), "0.9.0; rm -rf .");
    expect([code, err.includes("npx")]).toEqual([2, false]);
  });

  test("the one that runs is no other", async () => {
    expect((await upgrade(await project(), version)).code).toBe(0);
  });
});

describe("--write", () => {
  test("writes the range and the outputs, and says what to run next; a second time there is nothing to do", async () => {
    const io = await project(wrote("types.ts", (text) => `${text}export type Old = 1;\n`));
    const { code, out } = await upgrade(io, "--write");
    expect([code, out]).toEqual([0, expect.stringContaining("\nIt is written. Next: npm install\n")]);
    expect(io.text("/project/package.json")).toBe(files["package.json"]?.replace("^0.0.9", `^${version}`));
    expect(io.text("/project/src/pets/types.ts")).not.toContain("Old");
    expect(io.text("/project/src/pets/sundial.json")).toContain(`"sundial": "${version}"`);
    expect(await run(["check"], io)).toBe(0);
    edit(io, "node_modules/openapi-sundial/package.json", () => asJson({ version }));
    const again = await upgrade(io, "--write");
    expect([again.code, again.out]).toEqual([0, expect.stringContaining("There is nothing to do.")]);
  });

  test.each<readonly [string, (io: MemoryIo) => void, number]>([
    [
      "a file that was edited by hand",
      (io) => {
        edit(io, "src/pets/types.ts", (text) => `${text}export type Mine = 1;\n`);
      },
      1,
    ],
    [
      "a description with a mistake",
      (io) => {
        edit(io, "api.yaml", (text) => text.replace("type: string", "type: strin"));
        edit(io, "sundial.config.json", (text) => text.replace('"input"', '"strict": true,\n  "input"'));
      },
      1,
    ],
    [
      "a package.json that is no JSON",
      (io) => {
        edit(io, "package.json", (text) => `<<<<<<< HEAD\n${text}`);
      },
      2,
    ],
    [
      "a key that nobody knows",
      (io) => {
        edit(io, "sundial.config.json", (text) => text.replace('"input"', '"inputs": 1,\n  "input"'));
      },
      2,
    ],
    [
      "a file of somebody else where one of ours belongs",
      (io) => {
        io.files.set("/project/src/pets/validators.ts/x", new Uint8Array());
        io.files.delete("/project/src/pets/validators.ts");
      },
      2,
    ],
  ])("%s: nothing is written, neither the range nor another file", async (_, change, code) => {
    const io = await project(wrote("index.ts", (text) => `${text}// old\n`));
    change(io);
    const before = new Map(io.files);
    expect((await upgrade(io, "--write")).code).toBe(code);
    expect(new Map(io.files)).toEqual(before);
  });

  test("a disk that is full before the range takes its place leaves all as it was", async () => {
    const io = await project(wrote("index.ts", (text) => `${text}// old\n`));
    const before = new Map(io.files);
    const full: MemoryIo = {
      ...io,
      rename: (from, to) =>
        to.endsWith("package.json") ? Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) : io.rename(from, to),
    };
    expect(await run(["upgrade", "--write"], full)).toBe(2);
    expect(new Map(io.files)).toEqual(before);
  });
});

describe("--write on a disk that refuses", () => {
  const two = {
    "sundial.config.json": asJson({
      runtime: "src/sundial",
      apis: {
        a: { ...config, emit: ["types", "validators"], output: "src/a" },
        b: { ...config, emit: ["types", "validators"], output: "src/b" },
      },
    }),
  };
  /** Two outputs and the runtime that they share, all of which would be others; `failing` is asked about each change after that. */
  async function twoOutputs(): Promise<{ readonly io: MemoryIo; failing: (change: string) => string | undefined }> {
    const control = { failing: (change: string): string | undefined => (change === "" ? "EPERM" : undefined) };
    const io = memoryIo({ ...files, ...two }, { failChange: (change) => control.failing(change) });
    expect(await run(["generate"], io)).toBe(0);
    for (const [folder, file] of Object.entries({ a: "types.ts", b: "types.ts", sundial: "validators.ts" })) {
      edit(io, `src/${folder}/${file}`, (text) => `${text}export type Old = 1;\n`);
      edit(io, `src/${folder}/sundial.json`, (text) => {
        const manifest = JSON.parse(text) as { files: Record<string, string> };
        return asJson({ ...manifest, files: { ...manifest.files, [file]: contentHash(io.text(`/project/src/${folder}/${file}`)) } });
      });
      edit(io, `src/${folder}/sundial.json`, madeBy("0.0.9"));
    }
    return Object.assign(control, { io });
  }
  const isLock = (path: string): boolean => path.endsWith("/.sundial-lock");
  const ofDisk = (io: MemoryIo): object =>
    Object.fromEntries([...io.files.keys()].sort().flatMap((path) => (isLock(path) ? [] : [[path, io.text(path)]])));

  test("wherever it fails, all is as it was, and both the page and the data say so", async () => {
    const steps: number[] = [];
    for (let step = 1; ; step += 1) {
      const control = await twoOutputs();
      const { io } = control;
      const before = ofDisk(io);
      let count = 0;
      control.failing = () => ((count += 1) === step ? "EPERM" : undefined);
      const asData = step % 2 === 0;
      const { code, out, err } = await upgrade(io, "--write", ...(asData ? ["--format", "json"] : []));
      if (count < step) {
        expect([code, io.text("/project/package.json")]).toEqual([0, expect.stringContaining(version)]);
        break;
      }
      // What cannot be removed in the end is for the next run; nothing of it is lost.
      if (code === 0) continue;
      steps.push(step);
      expect([step, code, ofDisk(io)]).toEqual([step, 2, before]);
      if (asData) expect(JSON.parse(out)).toMatchObject({ written: false, notTakenBack: [] });
      else expect([out.includes("It is written"), err.includes("Nothing was written.")]).toEqual([false, true]);
      // The same once the disk is in order, and the process that could not remove its lock has ended.
      for (const path of io.files.keys()) if (isLock(path)) io.files.delete(path);
      expect((await upgrade(io, "--write")).code).toBe(0);
      expect(await run(["check", "--full"], io)).toBe(0);
    }
    expect(steps.length).toBeGreaterThan(15);
  }, 120_000);

  test.each(["package.json", "sundial.config.json", "src/b/types.ts", "src/b/sundial.json", "src/sundial/validators.ts"])(
    "%s may not be written",
    async (path) => {
      const control = await twoOutputs();
      const before = ofDisk(control.io);
      control.failing = (change) => (change.endsWith(` /project/${path}`) ? "EPERM" : undefined);
      const { code, out, err } = await upgrade(control.io, "--write");
      // No key of the configuration has moved: it is not written.
      if (path === "sundial.config.json") {
        expect(code).toBe(0);
        return;
      }
      expect([code, ofDisk(control.io)]).toEqual([2, before]);
      expect(out).not.toContain("It is written");
      expect(err).toContain("All is as it was before.");
      expect(err).toContain(`run \`npx openapi-sundial@${version} upgrade --write\` again.`);
      expect(err).toContain("\nNothing was written.\n");
    },
  );

  test("what cannot be taken back is named", async () => {
    const control = await twoOutputs();
    let isFull = false;
    control.failing = (change) => {
      isFull ||= change.endsWith(" /project/src/b/types.ts");
      return isFull && !change.startsWith("remove") && !change.startsWith("rmdir") ? "ENOSPC" : undefined;
    };
    const { code, out } = await upgrade(control.io, "--write", "--format", "json");
    expect([code, JSON.parse(out)]).toMatchObject([2, { written: false }]);
    const { notTakenBack } = JSON.parse(out) as { readonly notTakenBack: readonly string[] };
    expect(notTakenBack).toEqual(expect.arrayContaining(["package.json", "src/a/types.ts"]));
    expect(out).toContain("What was written could not be taken back: ");
    isFull = false;
    const again = await twoOutputs();
    again.failing = control.failing;
    const { err } = await upgrade(again.io, "--write");
    expect([err.includes("It is written in part."), err.includes("Nothing was written.")]).toEqual([true, false]);
  });
});

describe("what another version has written", () => {
  test("an output of a newer one is left as it is, and the command is named that works", async () => {
    const io = await project();
    edit(io, "src/pets/sundial.json", madeBy("9.1.0"));
    const before = new Map(io.files);
    expect(await run(["generate"], io)).toBe(2);
    expect(io.printed.stderr).toContain(`src/pets was made by openapi-sundial 9.1.0, and this is ${version}.`);
    expect(io.printed.stderr).toContain("npx openapi-sundial@9.1.0 generate");
    expect((await upgrade(io, "--write")).code).toBe(2);
    expect(new Map(io.files)).toEqual(before);
    expect(await run(["generate", "--force"], io)).toBe(0);
    expect(io.text("/project/src/pets/sundial.json")).toContain(`"sundial": "${version}"`);
  });

  test("a manifest of a newer one in a format of its own: it is no unreadable file", async () => {
    const io = await project();
    edit(io, "src/pets/sundial.json", () => '{\n  "sundial": "9.1.0",\n  "outputs": [{ "path": "types.ts" }]\n}\n');
    const before = new Map(io.files);
    expect(await run(["generate"], io)).toBe(2);
    expect(io.printed.stderr).toContain("[version-mismatch]");
    expect(io.printed.stderr).not.toContain("manifest-unreadable");
    expect(new Map(io.files)).toEqual(before);
  });

  test("check compares, and its fix is a command that works", async () => {
    const io = await project();
    edit(io, "src/pets/sundial.json", madeBy("9.1.0"));
    expect(await run(["check", "--full"], io)).toBe(0);
    edit(io, "api.yaml", (text) => text.replace("name:", "title:"));
    expect(await run(["check"], io)).toBe(1);
    expect(io.printed.stdout).toContain("fix: npx openapi-sundial@9.1.0 generate pets\n");
  });

  test("keys of a newer one: the configuration is not at fault", async () => {
    const io = await project();
    edit(io, "src/pets/sundial.json", madeBy("9.1.0"));
    edit(io, "sundial.config.json", (text) => text.replace('"input"', '"mocks": true,\n  "input"'));
    expect(await run(["generate"], io)).toBe(2);
    expect(io.printed.stderr).toContain(
      `This is openapi-sundial ${version}, and the project has 9.1.0, which may know what this version does not.`,
    );
    expect(io.printed.stderr).toContain("npx openapi-sundial@9.1.0 generate");
  });

  test("a configuration that does not load, where a newer one is installed", async () => {
    const io = memoryIo({
      ...files,
      "sundial.config.json": "{ broken",
      "node_modules/openapi-sundial/package.json": asJson({ version: "9.1.0" }),
      "pnpm-lock.yaml": "",
    });
    io.files.delete("/project/package-lock.json");
    expect(await run(["generate"], io)).toBe(2);
    expect(io.printed.stderr).toContain("pnpm dlx openapi-sundial@9.1.0 generate");
  });

  test.each([["9.1.0; rm -rf ."], ["9.1.0`x`"], ["$(x)"]])("a version that is none (%s) is in no command", async (word) => {
    const io = await project();
    edit(io, "src/pets/sundial.json", (text) => text.replace(/"sundial": ".*?"/, `"sundial": ${JSON.stringify(word)}`));
    await run(["generate"], io);
    await run(["check"], io);
    expect(io.printed.stderr + io.printed.stdout).not.toContain(`sundial@${word}`);
  });

  test("a manifest of an older one, without checksum and with one hash for each file, is read, and nothing is taken for an edit", async () => {
    const io = await project();
    edit(io, "src/pets/sundial.json", (text) => {
      const { checksum: _, files: listed, ...rest } = JSON.parse(text) as { checksum: string; files: Record<string, string> };
      return asJson({ ...rest, files: Object.fromEntries(Object.entries(listed).map(([path, words]) => [path, words.split(" ")[0]])) });
    });
    expect(await run(["check", "--full"], io)).toBe(0);
    expect(await run(["generate"], io)).toBe(0);
    expect(io.printed.stderr).toBe("");
    expect(io.text("/project/src/pets/sundial.json")).toContain('"checksum"');
  });
});
