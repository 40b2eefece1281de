import { exec, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, open, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { errorCode } from "../../src/io.js";
import { nodeIo } from "../../src/io-node.js";
import { contentHash } from "../../src/output/content-hash.js";

const io = nodeIo();
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sundial-io-"));
  return () => rm(folder, { recursive: true });
});
const at = (path: string): string => join(folder, path);
/** The code a promise rejects with. */
const codeOf = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => "none", errorCode);

describe("the disk", () => {
  test("lists a folder in the order of code units, and nothing when there is none", async () => {
    await Promise.all(["b.ts", "a.ts", "B.ts", "\u00e4.ts"].map((name) => writeFile(at(name), "")));
    await mkdir(at("c"));
    await symlink(at("c"), at("l"));
    expect(await io.list(folder)).toEqual([
      { name: "B.ts", kind: "file" },
      { name: "a.ts", kind: "file" },
      { name: "b.ts", kind: "file" },
      { name: "c", kind: "directory" },
      { name: "l", kind: "symlink" },
      { name: "\u00e4.ts", kind: "file" },
    ]);
    expect(await io.list(at("nowhere"))).toEqual([]);
    expect(await codeOf(io.list(at("a.ts")))).toBe("ENOTDIR");
  });

  test("says of every file that it cannot read or write which it is, so that nobody takes that for a bug of ours", async () => {
    await mkdir(at("folder"));
    await symlink("/dev/zero", at("device"));
    await symlink(at("loop"), at("loop"));
    await writeFile(at("large"), "12345");
    const tried: readonly (readonly [name: string, attempt: () => Promise<unknown>])[] = [
      ["folder", () => io.read(at("folder"))],
      ["device", () => io.read(at("device"))],
      ["loop", () => io.read(at("loop"))],
      ["none", () => io.read(at("none"))],
      ["large", () => io.read(at("large"), { most: 4 })],
      ["folder", () => io.write(at("folder"), "1")],
    ];
    for (const [name, attempt] of tried) {
      const error = (await attempt().catch((reason: unknown) => reason)) as Readonly<Record<string, unknown>>; // what the disk rejects with
      expect([typeof error["code"], typeof error["syscall"], error["path"]]).toEqual(["string", "string", at(name)]);
    }
  });

  test("writes exclusively when told to, and never through a symlink", async () => {
    await io.write(at("a"), "1", { exclusive: true });
    expect(await codeOf(io.write(at("a"), "2", { exclusive: true }))).toBe("EEXIST");
    await io.write(at("a"), "3");
    expect(await readFile(at("a"), "utf8")).toBe("3");
    await symlink(at("a"), at("link"));
    expect(await codeOf(io.write(at("link"), "4"))).toBe("ELOOP");
    expect(await readFile(at("a"), "utf8")).toBe("3");
  });

  test("has on the disk what is to take another's place, and before it does", async () => {
    const handle = await open(at("probe"), "w");
    const prototype = Object.getPrototypeOf(handle) as Pick<typeof handle, "datasync">;
    await handle.close();
    const synced = vi.spyOn(prototype, "datasync");
    await io.write(at("plain"), "1");
    expect(synced).not.toHaveBeenCalled();
    await io.write(at("draft"), "2", { exclusive: true });
    expect(synced).toHaveBeenCalledTimes(1);
    await io.rename(at("draft"), at("plain"));
    expect(await readFile(at("plain"), "utf8")).toBe("2");
    // The files of Yarn's Plug'n'Play cannot do it; a disk that fails is told.
    synced.mockRejectedValueOnce(new Error("Method not implemented."));
    await io.write(at("draft"), "3", { exclusive: true });
    expect(await readFile(at("draft"), "utf8")).toBe("3");
    await rm(at("draft"));
    synced.mockRejectedValueOnce(Object.assign(new Error("EIO: i/o error"), { code: "EIO" }));
    await expect(io.write(at("draft"), "4", { exclusive: true })).rejects.toThrow("EIO");
    synced.mockRestore();
  });

  test.skipIf(process.platform === "win32")(
    "that takes the place of one is as readable and executable as that, if it is to be",
    async () => {
      for (const [keepsMode, mode] of [
        [true, 0o755],
        [false, 0o600],
      ] as const) {
        await writeFile(at("script"), "old");
        await chmod(at("script"), 0o755);
        await writeFile(at("next"), "new");
        await chmod(at("next"), 0o600);
        await io.rename(at("next"), at("script"), { keepsMode });
        expect([await readFile(at("script"), "utf8"), (await stat(at("script"))).mode & 0o777]).toEqual(["new", mode]);
      }
      await writeFile(at("next"), "new");
      await io.rename(at("next"), at("nothing-yet"), { keepsMode: true });
      expect(await readFile(at("nothing-yet"), "utf8")).toBe("new");
    },
  );

  test("writes a text as its bytes, however long it is and wherever it is cut", async () => {
    for (const text of [
      "",
      "a",
      "\u{1f600}".repeat(40_000),
      `a${"\u{1f600}".repeat(40_000)}`,
      "ä€\ud800x".repeat(30_000),
      "x".repeat(32_768),
    ]) {
      await io.write(at("long"), text);
      expect(Buffer.from(await io.read(at("long"))).equals(Buffer.from(text))).toBe(true);
      expect(contentHash(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }
  });

  test("knows what a path leads to, and when it leads nowhere", async () => {
    await writeFile(at("a"), "");
    await symlink(at("a"), at("link"));
    expect(await io.realPath(at("link"))).toBe(await io.realPath(at("a")));
    expect(await io.realPath(at("nowhere"))).toBeUndefined();
    expect(await io.realPath(at("a/below"))).toBeUndefined();
    await symlink(at("loop"), at("loop"));
    for (const path of ["loop", "loop/below", "a".repeat(300), "nul\u0000"]) expect(await io.realPath(at(path))).toBeUndefined();
  });

  test("reads a pipe to its end, and waits for none that nobody writes to", { timeout: 30_000 }, async () => {
    for (const name of ["filled", "late", "idle"]) execFileSync("mkfifo", [at(name)]);
    const text = "0123456789".repeat(50_000);
    await writeFile(at("text"), text);
    const writing = exec(`cat ${at("text")} > ${at("filled")}; sleep 1; cat ${at("text")} > ${at("late")}`);
    for (const name of ["filled", "late"]) expect(new TextDecoder().decode(await io.read(at(name), { pipes: true }))).toBe(text);
    expect(await codeOf(io.read(at("idle"), { pipes: true }))).toBe("ETIMEDOUT");
    expect(await codeOf(io.read(at("idle")))).toBe("ENOTSUP");
    expect(writing.exitCode).toBe(0);
  });

  test("reads no device and no folder, and no path that leads nowhere", async () => {
    await symlink(at("loop"), at("loop"));
    expect(await codeOf(io.read("/dev/zero"))).toBe("ENOTSUP");
    expect(await codeOf(io.read(folder))).toBe("EISDIR");
    expect(await codeOf(io.read(at("nowhere")))).toBe("ENOENT");
    expect(await codeOf(io.read(at("loop")))).toBe("ELOOP");
    expect(await codeOf(io.read(at("nul\u0000")))).toBe("ERR_INVALID_ARG_VALUE");
  });

  test("removes a folder only when it is empty", async () => {
    await io.makeDirectory(at("x/y"));
    expect(await codeOf(io.removeEmptyDirectory(at("x")))).toBe("ENOTEMPTY");
    await io.removeEmptyDirectory(at("x/y"));
    expect(await readdir(at("x"))).toEqual([]);
  });
});

test("processes that live are told from those that do not", () => {
  expect(io.isRunning(process.pid)).toBe(true);
  expect(io.isRunning(2 ** 22 + 12345)).toBe(false);
});

test.runIf(process.platform === "linux")("processes of one number are told apart by when they began, on one machine", () => {
  expect(io.startOf(process.pid)).toMatch(/^\d+$/);
  expect(io.startOf(process.pid)).toBe(io.startOf(process.pid));
  expect(io.startOf(process.ppid)).not.toBe(io.startOf(process.pid));
  expect(io.startOf(2 ** 22 + 12345)).toBeUndefined();
  expect(io.machine()).toBe(nodeIo().machine());
  expect(io.machine()).toMatch(/ [\da-f-]{36} pid:\[\d+\]$/);
});

describe("the network", () => {
  let server: Server;
  let base = "";
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? "";
      asked.push(path);
      if (path === "/loop") response.writeHead(302, { location: "/loop" }).end();
      else if (path === "/file") response.writeHead(302, { location: "file:///etc/passwd" }).end();
      else if (path.startsWith("/to/")) response.writeHead(307, { location: decodeURIComponent(path.slice(4)) }).end();
      else if (path === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000, 32)));
      else if (path === "/switch") response.socket?.end("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n");
      else if (path === "/headers") response.writeHead(200, { etag: '"a"' }).end(JSON.stringify(request.headers));
      else response.writeHead(path === "/missing" ? 404 : 200).end(`body of ${path}`);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`; // listening on TCP
  });
  afterAll(() => {
    server.close();
  });

  test("gives status, body, and the URL that answered", async () => {
    const { status, url, body } = await io.fetch(`${base}/to/%2Fspec.yaml`);
    expect([status, url, new TextDecoder().decode(body)]).toEqual([200, `${base}/spec.yaml`, "body of /spec.yaml"]);
    expect((await io.fetch(`${base}/missing`)).status).toBe(404);
  });

  test("gives headers of the answer, and takes no more bytes than are asked for, however they were packed", async () => {
    const { headers } = await io.fetch(`${base}/headers`);
    expect(headers?.["etag"]).toBe('"a"');
    expect(await codeOf(io.fetch(`${base}/packed`, { most: 4_999_999 }))).toBe("EFBIG");
    expect((await io.fetch(`${base}/packed`, { most: 5_000_000 })).body.length).toBe(5_000_000);
  });

  test("says so where a connection ends in no answer", { timeout: 20_000 }, async () => {
    await expect(io.fetch(`${base}/switch`)).rejects.toThrow("closed before there was an answer");
  });

  test("gets credentials in place of other headers of the same name, redirects within the origin included", async () => {
    const { body } = await io.fetch(`${base}/to/%2Fheaders`, { headers: { accept: "a/b" }, credentials: { Accept: "c/d", "X-Key": "k" } });
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({ accept: "c/d", "x-key": "k" });
    // By another name it is another origin.
    const elsewhere = encodeURIComponent(`${base.replace("127.0.0.1", "localhost")}/headers`);
    const other = await io.fetch(`${base}/to/${elsewhere}`, { credentials: { "X-Key": "k" } });
    expect(new TextDecoder().decode(other.body)).not.toContain("x-key");
  });

  test("is not asked where a redirect may not lead", async () => {
    await expect(io.fetch(`${base}/to/%2Fsecret`, { mayFollow: (url) => !url.endsWith("secret") })).rejects.toThrow("redirects to");
    expect(asked).not.toContain("/secret");
    await expect(io.fetch(`${base}/file`)).rejects.toThrow("file:///etc/passwd, which may not be read");
    await expect(io.fetch(`${base}/loop`)).rejects.toThrow("more than 5 times");
  });
});
