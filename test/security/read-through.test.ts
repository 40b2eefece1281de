/** A description names files and URLs that only its reader can reach. What they hold reaches neither a message nor the output, unless it is of a description. */
import { describe, expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../support/memory-io.js";

const secret = "npm_0123456789secret";

/** Files that are no part of a description, well-formed and not. */
const others: Readonly<Record<string, string>> = {
  "settings.ini": `[a]\nkey=${secret}\n`,
  "token.txt": `${secret}\n`,
  "npm.conf": `//registry.example.com/:_authToken=${secret}\n`,
  "database.yml": `production:\n  password: ${secret}\n  title: ${secret}\n  description: ${secret}\n`,
  "compose.yaml": `services:\n  db:\n    image: postgres\n    environment: { POSTGRES_PASSWORD: ${secret} }\n    volumes: [{ type: bind, source: ${secret} }]\n`,
  "account.json": JSON.stringify({ type: "service_account", private_key: secret, description: secret }),
  "token.json": JSON.stringify({ access_token: secret, expires_in: 3599, type: "Bearer" }),
  "k8s.yaml": `apiVersion: v1\nkind: Secret\nmetadata: { name: ${secret} }\ntype: Opaque\ndata: { password: ${secret} }\n`,
  "appsettings.json": JSON.stringify({ $schema: "https://json.schemastore.org/appsettings.json", ConnectionStrings: { Default: secret } }),
  "list.yaml": `- ${secret}\n- title: ${secret}\n`,
  "keys.yaml": `${secret}: ${secret}\n`,
  "number.yaml": "1234567890\n",
  "broken.json": `{"a": ${secret}]`,
  "twice.json": `{"${secret}": 1, "${secret}": 2}`,
  "twice.yaml": `${secret}: 1\n${secret}: 2\n`,
  "open.yaml": `a: "${secret}`,
  "indented.yaml": `a: 1\n ${secret}: 2`,
  "alias.yaml": `a: *${secret}\n`,
  "looping.yaml": `a: &${secret} [*${secret}]\n`,
  "tag.yaml": `a: !${secret} x\n`,
  "commands.yaml": `a: "##vso[task.setvariable variable=x]${secret}\n::error::${secret}\n`,
  "long.yaml": `a: "${secret.repeat(500)}`,
  "helm.yaml": `{{ if .Values.x }}\npassword: ${secret}\n{{ end }}\n`,
};

const pointers = ["", "#/production", "#/production/password", "#/data", "#/services/db", "#/metadata", "#/type", "#/0", "#/nope"];

/** A description that refers to a file in each place that takes a reference. */
function referring(ref: string): string {
  const $ref = { $ref: ref };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1", "x-sla": $ref },
    paths: {
      "/a": $ref,
      "/b": {
        get: { parameters: [$ref], requestBody: $ref, responses: { "200": $ref, default: { description: "ok", headers: { X: $ref } } } },
      },
    },
    components: {
      schemas: {
        A: $ref,
        B: { type: "object", properties: { b: $ref }, additionalProperties: $ref },
        C: { allOf: [$ref] },
        D: { $schema: ref },
      },
      securitySchemes: { S: $ref },
      responses: { R: { description: "ok", content: { "application/json": { schema: $ref } } } },
    },
  });
}

function everythingOf(io: MemoryIo): string {
  const written = [...io.files].filter(([path]) => path.startsWith("/project/out/")).map(([, bytes]) => new TextDecoder().decode(bytes));
  return [io.printed.stdout, io.printed.stderr, ...written].join("\n");
}

const isWritten = (io: MemoryIo): boolean => [...io.files.keys()].some((path) => path.startsWith("/project/out/"));

describe.each(["pretty", "json", "github"])("with --format %s, nothing is told", (format) => {
  test.each(Object.entries(others))("of a file on disk: %s", async (name, text) => {
    for (const pointer of pointers) {
      const io = memoryIo({ "/project/a.json": referring(`./${name}${pointer}`), [`/project/${name}`]: text });
      expect(await run(["generate", "--input", "a.json", "--output", "out", "--format", format], io)).toBe(1);
      expect(everythingOf(io)).not.toContain(secret);
      expect(isWritten(io)).toBe(false);
    }
  });

  test.each(Object.entries(others))("of what is fetched: %s", async (name, text) => {
    for (const pointer of pointers.slice(0, 3)) {
      const web = { "https://example.com/a.json": referring(`./${name}${pointer}`), [`https://example.com/${name}`]: text };
      const io = memoryIo({}, { web });
      expect(await run(["generate", "--input", "https://example.com/a.json", "--output", "out", "--format", format], io)).toBe(1);
      expect(everythingOf(io)).not.toContain(secret);
    }
  });

  test.each(Object.entries(others))("of what a server answers instead of a description: %s", async (_, text) => {
    const io = memoryIo({}, { web: { "https://example.com/a.json": { url: "http://169.254.169.254/latest", body: text } } });
    expect(await run(["generate", "--input", "https://example.com/a.json", "--output", "out", "--format", format], io)).toBe(1);
    expect(everythingOf(io)).not.toContain(secret);
  });

  test("of a broken text that was fetched, whatever it says it is", async () => {
    const text = `openapi: 3.1.0\npaths: { /a: { $ref: "${secret} }\n${secret}: *${secret}\n`;
    for (const root of [text, referring("./b.yaml")]) {
      const io = memoryIo({}, { web: { "https://example.com/a.json": root, "https://example.com/b.yaml": text } });
      expect(await run(["generate", "--input", "https://example.com/a.json", "--output", "out", "--format", format], io)).toBe(1);
      expect(everythingOf(io)).toContain(root === text ? "a.json" : "b.yaml");
      expect(everythingOf(io)).not.toContain(secret);
    }
  });
});

describe("a symbolic link in place of what is read, such as a change to a repository may bring, shows nothing of", () => {
  test.each(Object.entries(others))("%s", async (name, text) => {
    const files = { "/home/bob/x": text, "/project/a.json": referring("#/components/schemas/B") };
    const elsewhere = { [`/elsewhere/${name}`]: text };
    const symlinks = { "/project/linked.yaml": `/elsewhere/${name}`, "/project/spec": "/elsewhere" };
    for (const format of ["pretty", "json", "github"]) {
      for (const input of ["linked.yaml", `spec/${name}`]) {
        const io = memoryIo({ ...files, ...elsewhere }, { symlinks });
        expect(await run(["lint", "--input", input, "--format", format], io)).toBe(1);
        expect(everythingOf(io)).not.toContain(secret);
      }
      const config = JSON.stringify({ input: "a.json", output: "out", overlays: ["linked.yaml"] });
      const io = memoryIo({ ...files, ...elsewhere, "/project/sundial.config.json": config }, { symlinks });
      expect(await run(["generate", "--format", format], io)).toBe(1);
      expect(everythingOf(io)).not.toContain(secret);
    }
  });

  test("a file that is no description; a description is shown", async () => {
    const symlinks = { "/project/linked.yaml": "/elsewhere/o.yaml" };
    const io = memoryIo({ "/elsewhere/o.yaml": "openapi: 3.1.0\ninfo: { title: T\npaths: {}\n" }, { symlinks });
    expect(await run(["lint", "--input", "linked.yaml"], io)).toBe(1);
    expect(io.printed.stderr).toContain("| paths: {}");
  });
});

describe("what is told is where, and of descriptions what", () => {
  const printed = async (files: Readonly<Record<string, string>>) => {
    const io = memoryIo(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/project/${name}`, text])));
    expect(await run(["generate", "--input", "a.json", "--output", "out"], io)).toBe(1);
    return io.printed.stderr;
  };
  const root = (ref: string): string =>
    JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: { A: { $ref: ref } } } });

  test("a broken part of one is shown, as the description itself is", async () => {
    const part = await printed({ "a.json": root("b.yaml"), "b.yaml": "type: object\nproperties:\n  a: { type: string\n  b: {}\n" });
    expect(part).toContain("b.yaml:4:");
    expect(part).toContain("4 |   b: {}");
    const own = await printed({ "a.json": '{ "openapi": "3.1.0",\n  "paths": nope }' });
    expect(own).toContain('error "nope" is not a JSON value. [syntax]');
    expect(own).toContain('2 |   "paths": nope }');
  });

  test("of another broken file, the place and the kind of mistake", async () => {
    const text = await printed({ "a.json": root("b.json"), "b.json": `{\n  "a": 1,\n  "b": ${secret}\n}` });
    expect(text).toContain("error This is not a JSON value. [syntax]\n  b.json:3:8\n");
    const repeated = await printed({ "a.json": root("b.yaml"), "b.yaml": `a: 1\na: ${secret}\n` });
    expect(repeated).toContain("b.yaml is not part of a description");
    expect(repeated).not.toContain(secret);
  });

  test("of another well-formed file, its name, at the reference", async () => {
    const text = await printed({ "a.json": root("b.yaml"), "b.yaml": others["database.yml"] ?? "" });
    expect(text).toContain(
      "error b.yaml is not part of a description: nothing in it is of OpenAPI or JSON Schema. [ref-kind]\n  a.json:1:",
    );
    expect(await printed({ "a.json": root("b.yaml"), "b.yaml": secret })).toContain(
      "is not part of a description: it holds a single value.",
    );
  });

  test("a page that is no description is told by its name", async () => {
    const io = memoryIo({}, { web: { "https://example.com/a.json": '{"error": "who are you?"}' } });
    expect(await run(["generate", "--input", "https://example.com/a.json", "--output", "out"], io)).toBe(1);
    expect(io.printed.stderr).toContain(
      "error https://example.com/a.json is not an OpenAPI description. [not-openapi]\n  help: Open the URL in a browser",
    );
  });
});
