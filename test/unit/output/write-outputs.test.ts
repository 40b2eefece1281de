import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { memoryIo } from "../../support/memory-io.js";
import { drift, folder, generated, output, report, write } from "./fixture.js";

const first = output({ "types.ts": "one", "client.ts": "two", "runtime/gate.ts": "three" });

describe("a run", () => {
  test("writes every file, the manifest, and nothing else", async () => {
    const io = memoryIo();
    const { value, diagnostics } = await write(io, first);
    expect(diagnostics).toEqual([]);
    expect(value).toEqual([{ written: ["types.ts", "client.ts", "runtime/gate.ts"], unchanged: [], removed: [] }]);
    expect([...io.files.keys()].sort()).toEqual([
      `${folder}/client.ts`,
      `${folder}/runtime/gate.ts`,
      `${folder}/sundial.json`,
      `${folder}/types.ts`,
    ]);
    expect(io.text(`${folder}/types.ts`)).toBe(generated("one"));
    expect(await drift(io, first)).toEqual([]);
  });

  test("leaves no trace of the way it wrote", async () => {
    const io = memoryIo();
    await write(io, first);
    expect((await io.list(folder)).map(({ name }) => name)).toEqual(["client.ts", "runtime", "sundial.json", "types.ts"]);
  });

  test("touches no file when nothing changed", async () => {
    const io = memoryIo();
    await write(io, first);
    const before = io.changes.length;
    const { value } = await write(io, first);
    expect(value?.[0]?.unchanged).toEqual(["types.ts", "client.ts", "runtime/gate.ts"]);
    expect(io.changes.slice(before)).toEqual([`write ${folder}/.sundial-lock`, `remove ${folder}/.sundial-lock`]);
  });

  test("renames only the files that changed", async () => {
    const io = memoryIo();
    await write(io, first);
    const before = io.changes.length;
    await write(io, output({ "types.ts": "one", "client.ts": "new", "runtime/gate.ts": "three" }));
    const renamed = io.changes.slice(before).flatMap((change) => (change.startsWith("rename ") ? [change.split(" ")[2]] : []));
    expect(renamed).toEqual([`${folder}/.sundial-journal.json`, `${folder}/client.ts`, `${folder}/sundial.json`]);
  });

  test("takes files with other line endings for unchanged", async () => {
    const io = memoryIo();
    await write(io, first);
    for (const [path, bytes] of io.files)
      io.files.set(path, new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll("\n", "\r\n")));
    expect(await drift(io, first)).toEqual([]);
    expect((await write(io, first)).value?.[0]?.written).toEqual([]);
  });

  test("removes what left the output, and the folder it leaves empty", async () => {
    const io = memoryIo();
    await write(io, first);
    const { value } = await write(io, output({ "types.ts": "one", "client.ts": "two" }));
    expect(value?.[0]?.removed).toEqual(["runtime/gate.ts"]);
    expect((await io.list(folder)).map(({ name }) => name)).toEqual(["client.ts", "sundial.json", "types.ts"]);
  });

  test("keeps what left the output when it was edited, and says so", async () => {
    const io = memoryIo();
    await write(io, first);
    io.files.set(`${folder}/runtime/gate.ts`, new TextEncoder().encode(`${generated("three")}// mine\n`));
    const { diagnostics } = await write(io, output({ "types.ts": "one", "client.ts": "two" }));
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["leftover-kept", "warning"]]);
    expect(io.text(`${folder}/runtime/gate.ts`)).toContain("// mine");
  });

  test("keeps a file that only the manifest calls ours", async () => {
    const io = memoryIo();
    await write(io, first);
    const mine = new TextEncoder().encode("export {};\n");
    io.files.set(`${folder}/mine.ts`, mine);
    const manifest = JSON.parse(io.text(`${folder}/sundial.json`)) as { files: Record<string, string> }; // what was written
    manifest.files["mine.ts"] = createHash("sha256").update(mine).digest("hex");
    io.files.set(`${folder}/sundial.json`, new TextEncoder().encode(JSON.stringify(manifest)));
    const { diagnostics } = await write(io, output({ "types.ts": "new", "client.ts": "two", "runtime/gate.ts": "three" }));
    expect(diagnostics.map(({ code }) => code)).toEqual(["leftover-kept"]);
    expect(io.text(`${folder}/mine.ts`)).toBe("export {};\n");
  });

  test("leaves the user's own files beside ours alone", async () => {
    const io = memoryIo({
      [`${folder}/mine.ts`]: "export {};\n",
      [`${folder}/notes.md`]: "# Notes\n",
      [`${folder}/runtime/mine.ts`]: "export {};\n",
    });
    expect((await write(io, first)).diagnostics).toEqual([]);
    expect((await write(io, output({ "types.ts": "one" }))).diagnostics).toEqual([]);
    expect([...io.files.keys()]).toEqual(expect.arrayContaining([`${folder}/mine.ts`, `${folder}/notes.md`, `${folder}/runtime/mine.ts`]));
    expect(await drift(io, output({ "types.ts": "one" }))).toEqual([]);
  });
});

describe("a file of ours that was edited", () => {
  test("stops the run before anything is written", async () => {
    const io = memoryIo();
    await write(io, first);
    io.files.set(`${folder}/client.ts`, new TextEncoder().encode("edited\n"));
    const { value, diagnostics } = await write(io, output({ "types.ts": "new", "client.ts": "new" }));
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "edited-by-hand", message: `${folder}/client.ts was changed after it was generated.` }]);
    expect(diagnostics[0]?.hint).toContain("--force");
    expect(io.text(`${folder}/types.ts`)).toBe(generated("one"));
  });

  test("is overwritten by force", async () => {
    const io = memoryIo();
    await write(io, first);
    io.files.set(`${folder}/client.ts`, new TextEncoder().encode("edited\n"));
    await write(io, first, { force: true });
    expect(io.text(`${folder}/client.ts`)).toBe(generated("two"));
  });

  test("is no obstacle when it was edited into what it would become", async () => {
    const io = memoryIo();
    await write(io, first);
    io.files.set(`${folder}/client.ts`, new TextEncoder().encode(generated("new")));
    expect((await write(io, output({ "types.ts": "one", "client.ts": "new" }))).diagnostics).toEqual([]);
  });
});

describe("a file of the user's where ours belongs", () => {
  test.each([false, true])("is never overwritten (force: %s)", async (force) => {
    const io = memoryIo({ [`${folder}/client.ts`]: "export const mine = 1;\n", [`${folder}/types.ts`]: "mine too\n" });
    const { diagnostics } = await write(io, first, { force });
    expect(diagnostics.map(({ code }) => code)).toEqual(["output-in-the-way", "output-in-the-way"]);
    expect([...io.files.keys()].sort()).toEqual([`${folder}/client.ts`, `${folder}/types.ts`]);
  });

  test("is no obstacle when it is a generated file whose manifest was lost, and nothing changed", async () => {
    const io = memoryIo();
    await write(io, first);
    io.files.delete(`${folder}/sundial.json`);
    expect(await drift(io, first)).toEqual(["missing sundial.json"]);
    expect((await write(io, first)).diagnostics).toEqual([]);
    expect(await drift(io, first)).toEqual([]);
  });
});

describe("a manifest that cannot be read", () => {
  test.each([
    ["<<<<<<< ours\n{}\n", "merge conflict"],
    ["{", "not JSON"],
    ["[]", "not an object"],
    ['{"sundial":"1","inputs":{},"options":{},"files":{"../../evil.ts":"h"}}', "not a path inside"],
    ['{"sundial":"1","inputs":{},"options":{},"files":{"/etc/passwd":"h"}}', "not a path inside"],
    ['{"sundial":"1","inputs":{},"options":{},"files":{"a":1}}', "pairs of a name and a hash"],
  ])("stops a run that would write over files, and says why: %s", async (text, why) => {
    const io = memoryIo();
    await write(io, first);
    io.files.set(`${folder}/sundial.json`, new TextEncoder().encode(text));
    expect(await drift(io, first)).toEqual(["unreadable sundial.json"]);
    const other = output({ "types.ts": "another", "client.ts": "two", "runtime/gate.ts": "three" });
    const { diagnostics } = await write(io, other);
    expect(diagnostics.map(({ code }) => code)).toEqual(["manifest-unreadable", "edited-by-hand"]);
    expect(diagnostics[0]?.message).toContain(why);
    expect((await write(io, other, { force: true })).diagnostics).toMatchObject([{ code: "manifest-rebuilt" }]);
    expect(await drift(io, other)).toEqual([]);
    // Where every file is as it would be written, there is nothing to lose.
    io.files.set(`${folder}/sundial.json`, new TextEncoder().encode(text));
    expect((await write(io, other)).diagnostics).toMatchObject([{ code: "manifest-rebuilt" }]);
    expect(await drift(io, other)).toEqual([]);
  });

  test("never lets a file outside the folder be removed", async () => {
    const io = memoryIo({ "/project/generated/victim.ts": generated("three") });
    await write(io, first);
    io.files.set(
      `${folder}/sundial.json`,
      new TextEncoder().encode(JSON.stringify({ sundial: "1", inputs: {}, options: {}, files: { "../victim.ts": "x" } })),
    );
    await write(io, first, { force: true });
    expect(io.files.has("/project/generated/victim.ts")).toBe(true);
  });
});

describe("a path that leads out", () => {
  test.each(["../evil.ts", "a/../../evil.ts", "/etc/evil.ts", "a\\..\\evil.ts", "C:evil.ts", "./a.ts", "a//b.ts", ".sundial-lock"])(
    "is refused: %s",
    async (path) => {
      const io = memoryIo();
      const { diagnostics } = await write(io, output({ [path]: "x" }));
      expect(diagnostics.map(({ code }) => code)).toEqual(["output-refused"]);
      expect([...io.files.keys()]).toEqual([]);
    },
  );

  test("is not refused for two dots in a name", async () => {
    expect((await write(memoryIo(), output({ "..Pet.ts": "x" }))).diagnostics).toEqual([]);
  });
});

describe("a symbolic link", () => {
  test.each([
    ["where a file belongs", `${folder}/types.ts`],
    ["where a folder belongs", `${folder}/runtime`],
  ])("inside the output is refused %s", async (_, link) => {
    const io = memoryIo({}, { symlinks: { [link]: "/elsewhere/x" }, folders: ["/elsewhere/x"] });
    const { diagnostics } = await write(io, first, { force: true });
    expect(diagnostics.map(({ code }) => code)).toEqual(["output-symlink"]);
    expect([...io.files.keys()]).toEqual([]);
  });

  test("may be the output folder itself", async () => {
    const io = memoryIo({}, { symlinks: { [folder]: "/elsewhere" }, folders: ["/elsewhere"] });
    expect((await write(io, first)).diagnostics).toEqual([]);
    expect(io.text("/elsewhere/types.ts")).toBe(generated("one"));
    expect(await drift(io, first)).toEqual([]);
  });

  test.each([
    [{ symlinks: { [`${folder}/.sundial-stage`]: "/elsewhere" }, folders: ["/elsewhere"] }, {}],
    [{ symlinks: { [`${folder}/.sundial-stage`]: "/nowhere" } }, {}],
    [{}, { [`${folder}/.sundial-stage`]: "a file" }],
  ])("in place of the folder where files are prepared is removed, and nothing is prepared elsewhere (%#)", async (options, files) => {
    const io = memoryIo(files, options);
    expect((await write(io, first)).diagnostics).toEqual([]);
    expect(io.changes.filter((change) => change.includes("where"))).toEqual([]);
    expect(io.symlinks.size).toBe(0);
    expect(await drift(io, first)).toEqual([]);
  });

  test("that appears while the run is under way is met before a file is renamed", async () => {
    const start = memoryIo();
    await write(start, output({ "types.ts": "one" }));
    const io = memoryIo(Object.fromEntries(start.files), {
      folders: ["/elsewhere"],
      failChange: (change) => {
        if (change.endsWith(".sundial-stage/0")) io.symlinks.set(`${folder}/runtime`, "/elsewhere");
        return undefined;
      },
    });
    const { diagnostics } = await write(io, output({ "types.ts": "new", "runtime/gate.ts": "three" }));
    expect(diagnostics.map(({ code }) => code)).toEqual(["output-symlink"]);
    expect(io.text(`${folder}/types.ts`)).toBe(generated("one"));
    expect([...io.files.keys()].filter((path) => path.startsWith("/elsewhere") || path.includes(".sundial-"))).toEqual([]);
  });
});

describe("a folder that cannot be an output", () => {
  const refused = async (
    path: string,
    io = memoryIo(
      { "/project/package.json": "{}", "/project/lib/.git/HEAD": "x", "/project/file": "x" },
      {
        cwd: "/project/app",
        env: { HOME: "/home/me" },
        folders: ["/home/me", "/project/app"],
        symlinks: { "/project/loop": "/project/loop" },
      },
    ),
  ) => {
    const { writeOutputs } = await import("../../../src/output/write-outputs.js");
    return (await writeOutputs(io, [{ folder: path, output: first }], true)).diagnostics.map(({ message }) => message);
  };
  test.each([
    ["/", "root of the file system"],
    ["/home/me", "home folder"],
    ["/project", "package.json"],
    ["/project/lib", ".git"],
    ["/project/app", "current folder is inside it"],
    ["/project/file", "not a folder"],
    ["/project/file/below", "not a folder"],
    ["/project/loop", "is a symbolic link that leads back to itself"],
    ["/project/loop/below", "is a symbolic link that leads back to itself"],
  ])("%s is refused", async (path, why) => {
    const messages = await refused(path);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(why);
  });

  test("the current folder may be one when it was one before", async () => {
    const io = memoryIo();
    await write(io, first);
    const inside = memoryIo(Object.fromEntries(io.files), { cwd: folder });
    expect((await write(inside, first)).diagnostics).toEqual([]);
  });
});

test("a folder that cannot be made is reported", async () => {
  const io = memoryIo({}, { failChange: (change) => (change.startsWith("mkdir") ? "EACCES" : undefined) });
  expect((await write(io, first)).diagnostics).toMatchObject([{ code: "output-failed" }]);
});

test.each(["EACCES", "EPERM", "EROFS"])(
  "a folder that may only be read (%s) is none to report where nothing is to be written",
  async (code) => {
    const start = memoryIo();
    await write(start, first);
    const io = memoryIo(Object.fromEntries(start.files), { failChange: () => code });
    const { value, diagnostics } = await write(io, first);
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject([{ written: [], removed: [] }]);
    expect((await write(io, output({ "types.ts": "another" }))).diagnostics).toMatchObject([{ code: "output-failed" }]);
  },
);

test("a mistake in one of several outputs keeps all of them from being written", async () => {
  const { writeOutputs } = await import("../../../src/output/write-outputs.js");
  const io = memoryIo({ "/project/b/types.ts": "mine\n" });
  const outcome = await writeOutputs(
    io,
    [
      { folder: "/project/a", output: first },
      { folder: "/project/b", output: first },
    ],
    false,
  );
  expect(outcome.diagnostics.map(({ code }) => code)).toEqual(["output-in-the-way"]);
  expect([...io.files.keys()]).toEqual(["/project/b/types.ts"]);
});

describe("check", () => {
  test("tells missing, changed, edited, foreign and orphaned files apart", async () => {
    const io = memoryIo();
    await write(
      io,
      output({ "types.ts": "one", "client.ts": "two", "server.ts": "three", "old.ts": "four", "gone.ts": "five", "edited-old.ts": "six" }),
    );
    io.files.delete(`${folder}/types.ts`);
    io.files.set(`${folder}/server.ts`, new TextEncoder().encode("edited"));
    io.files.set(`${folder}/edited-old.ts`, new TextEncoder().encode("edited"));
    io.files.set(`${folder}/new.ts`, new TextEncoder().encode("mine"));
    io.files.set(`${folder}/copy.ts`, new TextEncoder().encode(generated("copied")));
    const now = output({ "types.ts": "one", "client.ts": "changed", "server.ts": "three", "gone.ts": "five", "new.ts": "x" });
    expect(await drift(io, now)).toEqual([
      "missing types.ts",
      "stale client.ts",
      "edited server.ts",
      "foreign new.ts",
      "leftover copy.ts",
      "leftover edited-old.ts",
      "obsolete old.ts",
      "manifest sundial.json",
    ]);
  });

  test("says why, by what the manifest remembers", async () => {
    const io = memoryIo();
    await write(io, first);
    const why = async (...makers: Parameters<typeof output>) => (await report(io, output(...makers))).reasons;
    const bodies = { "types.ts": "one", "client.ts": "two", "runtime/gate.ts": "three" };
    expect(await why(bodies)).toEqual([]);
    expect(await why(bodies, { inputs: [{ name: "../../spec/petstore.yaml", hash: "h2" }] })).toEqual([
      "the description changed: spec/petstore.yaml",
    ]);
    expect(await why(bodies, { inputs: [{ name: "../other.yaml", hash: "h1" }] })).toEqual([
      "the description has a new file: generated/other.yaml",
      "the description no longer reads: spec/petstore.yaml",
    ]);
    expect(await why(bodies, { options: { emit: ["types"] } })).toEqual([`the option emit changed from ["types","client"] to ["types"]`]);
    expect(await why({ ...bodies, "types.ts": "new" })).toEqual([
      "sundial itself writes something else now, though its version is the same",
    ]);
    expect(await why(bodies, { version: "0.2.0" })).toEqual(["openapi-sundial changed from 0.1.0 to 0.2.0, and nothing else did"]);
    io.files.delete(`${folder}/sundial.json`);
    expect(await why(bodies)).toEqual(["there is no sundial.json: it was never generated, or not committed"]);
  });

  test("changes nothing", async () => {
    const io = memoryIo();
    await write(io, first);
    const before = io.changes.length;
    await report(io, output({ "types.ts": "new" }));
    expect(io.changes).toHaveLength(before);
  });
});
