/**
 * What is printed is read by terminals and by CI services, which obey some of it. Whatever a description, a file name, a manifest or an
 * error says: none of it is a command.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { print, printAsJson, printOver, printWorkflowCommand, visible } from "../../src/report/print.js";
import { refuseNode } from "../../src/cli/refuse-node.js";
import { run } from "../../src/cli/run.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../support/memory-io.js";

/** Texts that some terminal or service takes for a command, or that hide what stands beside them. */
const hostile: readonly string[] = [
  "##vso[task.setvariable variable=PWN]1",
  "##VSO[task.complete]",
  "##[error]PWN",
  "###[group]PWN",
  "##teamcity[message text='PWN']",
  "\n::error::PWN",
  "\r\n  ::set-output name=PWN::1",
  "\u2028::stop-commands::PWN",
  "\u0085::add-mask::PWN",
  "%0A::error::PWN",
  "\r\u001b[0Ksection_start:1:PWN\r\u001b[0K",
  "\u001b[2J\u001b[31mPWN",
  "\u009b31mPWN",
  "\u001b]0;PWN\u0007",
  "\u001b]8;;https://example.com\u001b\\PWN",
  "\u202ePWN\u2066",
  "a\u200bb\u00adc",
  "a\u3164b\u115fc\uffa0d\u2800e\u034ff\ufe0f",
];
const all = hostile.join(" ");

/** What of a text would be obeyed or hidden. `workflow`: commands of ours for GitHub are expected. */
function obeyed(text: string, { color = false, workflow = false } = {}): readonly string[] {
  const plain = color ? text.replace(/\u001b\[\d{1,2}m/g, "").replaceAll("\r\u001b[2K", "") : text;
  const found = [
    /##[\w.]*\[/gi,
    /(?![\n\t])[\u0000-\u001f\u007f-\u009f\u2028\u2029\u2800]|\p{Cf}|\p{Default_Ignorable_Code_Point}/gu,
  ].flatMap((pattern) => plain.match(pattern) ?? []);
  const commands = plain.split("\n").filter((line) => line.trimStart().startsWith("::"));
  const ours = /^::(?:error|warning|notice) (?:file=[^:,]*,(?:line=\d+,col=\d+,)?)?title=[a-z-]+::(?!.*%0[AD])/i;
  return [...found, ...commands.filter((line) => !workflow || !ours.test(line))];
}

describe("each way to print makes text harmless", () => {
  test.each(hostile)("%j", (text) => {
    for (const terminal of [false, true]) {
      const io = memoryIo({}, { terminal });
      for (const each of [text, `a ${text}`, `a\n${text}`, `##${text}`, `:${text}`]) {
        print(io, "stdout", `${each}\n`);
        printOver(io, each);
        expect(obeyed(`${visible(each)}\n`)).toEqual([]);
      }
      expect(obeyed(io.printed.stdout, { color: terminal })).toEqual([]);
      expect(obeyed(io.printed.stderr, { color: true })).toEqual([]);
    }
    const io = memoryIo();
    printWorkflowCommand(io, "stdout", { name: "error", properties: { file: text, title: "usage" }, message: text });
    expect(obeyed(io.printed.stdout, { workflow: true })).toEqual([]);
    expect(io.printed.stdout.split("\n")).toHaveLength(2);
  });

  test.each(hostile)("%j as JSON, which keeps its value", (text) => {
    const io = memoryIo();
    const value = { [text]: [text, `##${text}`] };
    printAsJson(io, value);
    expect(obeyed(io.printed.stdout)).toEqual([]);
    expect(JSON.parse(io.printed.stdout)).toEqual(value);
  });

  test("and leaves readable what people read", () => {
    const io = memoryIo({}, { terminal: true });
    print(io, "stdout", "\u001b[1m# Pets\u001b[22m: 100 % of 3::4, ## Heading, caf\u00e9 \u732b\n\tindented\n");
    expect(io.printed.stdout).toBe("\u001b[1m# Pets\u001b[22m: 100 % of 3::4, ## Heading, caf\u00e9 \u732b\n\tindented\n");
    expect(visible("##[error] and ::x")).toBe("# #[error] and ::x");
  });
});

const schema = { type: "object", description: all, properties: { [all]: { type: "string", enum: [all] } }, required: ["a"] };
/** A valid description, with warnings that quote it. */
const valid = {
  openapi: "3.1.0",
  info: { title: all, version: all },
  paths: {
    [`/a/${all}`]: {
      get: {
        operationId: all,
        deprecated: true,
        "x-sunset": "2030-01-01",
        "x-deprecation": { message: all, replacement: { note: all } },
        "x-sunst": all,
        summary: all,
        parameters: [{ name: all, in: "query", schema: { type: "string", pattern: `(a+)+${all}$` } }],
        responses: { 200: { description: all, content: { [`application/${all}`]: { schema }, "application/json": { schema } } } },
      },
    },
  },
  components: { schemas: { [all]: schema, A: { type: "string", [all]: all } } },
};
const invalid = {
  ...valid,
  paths: { "/a": { get: { responses: { [all]: { $ref: `#/${all}` } }, parameters: [{ in: all, name: all }] } } },
};

/** The same with limits: names of policies are printable ASCII, and of headers tokens. */
const ascii = all.replace(/[^\x20-\x7e]/g, "");
const limited = {
  ...valid,
  components: { securitySchemes: { [all]: { type: "http", scheme: "bearer" } } },
  "x-rate-limits": {
    key: { securityScheme: all },
    plans: { [all]: { policies: { [ascii]: { q: 5, w: 60, qu: all }, calls: { q: 5, w: 60 } } }, agreed: { custom: true } },
    defaultPlan: all,
    groups: { [all]: { paths: [`/a/${all}`], policies: [ascii] } },
    headers: [{ policy: ascii, unit: all, remaining: "X-Left", reset: { name: "::error::", format: "duration" } }],
    retryAfter: { name: "X-Wait", body: `/${all.replace(/[~/]/g, "")}` },
    rejections: [{ status: 403, header: "X-Limited", body: { pointer: `/${all.replace(/[~/]/g, "")}`, contains: all } }],
  },
};

const asJson = (value: object): string => JSON.stringify(value, undefined, 2);
/** YAML shows its text in code frames as it is written. */
const asYaml = `openapi: 3.1.0\ninfo:\n  title: x\n  # ##vso[a]b ##[error] ::error::\n  ::error::PWN ##vso[a]b: \u202e [\n${all}\n`;
const input = ["--input", "a.json", "--output", "out", "--emit", "types"];

/** What each scenario prints. */
const scenarios: Readonly<
  Record<string, (io: (files?: Readonly<Record<string, string>>, options?: MemoryOptions) => MemoryIo, format: string) => Promise<MemoryIo>>
> = {
  "a summary": async (io, format) => after(io({ "/project/a.json": asJson(valid) }), ["generate", ...input, "--format", format]),
  "what was decided": async (io, format) =>
    after(io({ "/project/a.json": asJson(valid) }), ["generate", ...input, "--verbose", "--format", format]),
  "mistakes of a description": async (io, format) =>
    after(io({ "/project/a.json": asJson(invalid) }), ["generate", ...input, "--format", format]),
  "mistakes of syntax": async (io, format) => after(io({ "/project/a.json": asYaml }), ["generate", ...input, "--format", format]),
  "a check that finds something": async (io, format) => {
    const disk = io({ "/project/a.json": asJson(valid) });
    const quiet = memoryOf(disk);
    const code = await run(["generate", ...input], quiet);
    if (code !== 0) throw new Error(JSON.stringify(quiet.printed));
    disk.files.set("/project/out/types.ts", bytes(`// Generated by sundial\n${all}\n`));
    const manifest = JSON.parse(disk.text("/project/out/sundial.json")) as { inputs: object; options: object };
    disk.files.set("/project/out/sundial.json", bytes(asJson({ ...manifest, inputs: { [all]: "x" }, options: { [all]: all } })));
    disk.files.set("/project/out/mine.ts", bytes(`// Generated by sundial\n${all}`));
    return after(disk, ["check", ...input, "--diff", "--format", format]);
  },
  "names on the command line": async (io, format) =>
    after(io(), ["generate", "--input", all, "--output", all, "--name", all, "--emit", all, `--${all}`, "--format", format]),
  "a command that does not exist": async (io) => after(io(), [all]),
  "a format that does not exist": async (io) => after(io(), ["check", "--format", all]),
  "an API that does not exist": async (io, format) =>
    after(io({ "/project/sundial.config.json": asJson({ apis: { [all]: { input: "a.json", output: "out" } } }) }), [
      "check",
      "x",
      "--format",
      format,
    ]),
  "APIs with such names": async (io, format) =>
    after(
      io({
        "/project/a.json": asJson(valid),
        "/project/sundial.config.json": asJson({ apis: { [all]: { input: "a.json", output: all, handlers: `h${all}` } } }),
      }),
      ["generate", "--format", format],
    ),
  "a verdict on APIs with such names": async (io, format) => {
    const apis = { [all]: { input: "none.json", output: "a" }, [`${all}2`]: { input: "a.json", output: "b", emit: ["types"] } };
    const disk = io({ "/project/a.json": asJson(valid), "/project/sundial.config.json": asJson({ apis }) });
    return after(disk, ["generate", "--format", format]);
  },
  "a check of a merged manifest, a formatted file and another command": async (io, format) => {
    const config = { input: "a.json", output: "out", emit: ["types"], command: `make ${all}` };
    const disk = io({ "/project/a.json": asJson(valid), "/project/sundial.config.json": asJson(config) });
    await run(["generate"], memoryOf(disk));
    disk.files.set("/project/out/types.ts", bytes(disk.text("/project/out/types.ts").replaceAll(";\n", "\n")));
    disk.files.set("/project/sundial.config.json", bytes(asJson({ ...config, command: "make" })));
    return after(disk, ["check", "--format", format]);
  },
  "a formatter that fails with such words": async (io, format) => {
    const config = { input: "a.json", output: "out", emit: ["types"], format: { command: ["fmt", "{file}"] } };
    const files = { "/project/a.json": asJson(valid), "/project/sundial.config.json": asJson(config) };
    return after(io(files, { runs: () => Promise.resolve({ code: 1, stdout: "", stderr: `Error: ${all}` }) }), [
      "generate",
      "--format",
      format,
    ]);
  },
  "what is not watched": async (io, format) => {
    const url = `https://example.com/${encodeURI(all.replace(/[\ud800-\udfff]/g, ""))}`;
    const disk = io({ "/project/sundial.config.json": asJson({ input: url, output: "out", emit: ["types"] }) });
    const ended = run(["generate", "--watch", "--format", format], disk);
    while (!disk.printed.stderr.includes("Ctrl+C ends it")) await new Promise((done) => setImmediate(done));
    disk.end();
    await ended;
    return disk;
  },
  "reports for services": async (io, format) =>
    after(io({ "/project/a.json": asJson(invalid) }), ["lint", "--input", "a.json", "--format", format === "json" ? "gitlab" : "sarif"]),
  "limits of a description": async (io, format) =>
    after(io({ "/project/a.json": asJson(limited) }), ["limits", "--input", "a.json", ...(format === "json" ? ["--json"] : [])]),
  "limits of an API with such a name, and mistakes in them": async (io, format) => {
    const limits = { plans: { [all]: { policies: { [all]: { q: 1, w: 1 }, a: { [all]: 1 } } } }, defaultPlan: all, [all]: all };
    const config = { apis: { [all]: { input: "a.json", output: "out", limits } } };
    const disk = io({ "/project/a.json": asJson(limited), "/project/sundial.config.json": asJson(config) });
    return after(disk, ["limits", ...(format === "json" ? ["--json"] : [])]);
  },
  "mistakes of a configuration": async (io, format) =>
    after(io({ "/project/sundial.config.json": asJson({ [all]: 1, input: all, emit: [all], silence: [all] }) }), [
      "generate",
      "--format",
      format,
    ]),
  "an error of a configuration": async (io, format) =>
    after(io({ "/project/sundial.config.json": `{ ${all}` }), ["generate", "--format", format]),
  "an error of ours": async (io, format) => {
    const disk = io({ "/project/a.json": asJson(valid) });
    return after({ ...disk, read: () => Promise.reject(new Error(all)) }, ["generate", ...input, "--format", format], disk);
  },
  ...Object.fromEntries(
    ["as it is asked", "gitlab", "sarif"].map((own) => [
      `what lint has to say, ${own}`,
      async (io: (files?: Readonly<Record<string, string>>) => MemoryIo, format: string) =>
        after(io({ [`/project/${all.replaceAll("/", ":")}.json`]: asJson(invalid) }), [
          ...["lint", "--input", `${all.replaceAll("/", ":")}.json`],
          ...["--format", own === "as it is asked" ? format : own],
        ]),
    ]),
  ),
  ...Object.fromEntries(
    [["pull"], ["pull", "--check"]].map((argv) => [
      `what a vendor has changed, by ${argv.join(" ")}`,
      async (io: (files?: Readonly<Record<string, string>>, options?: MemoryOptions) => MemoryIo, format: string): Promise<MemoryIo> => {
        const url = "https://a.example/a.json";
        const config = { apis: { [all]: { input: { url, snapshot: `${all.replace(/[\\/:\u0000-\u001f]/g, "-")}.json` }, output: "out" } } };
        const old = { ...valid, paths: { ...valid.paths, [`/b/${all}`]: { get: { responses: {} } } }, components: {} };
        const before = memoryIo({ "/project/sundial.config.json": asJson(config) }, { web: { [url]: asJson(old) } });
        if ((await run(["pull"], before)) !== 0) throw new Error(JSON.stringify(before.printed));
        const files = Object.fromEntries(Array.from(before.files, ([path, content]) => [path, new TextDecoder().decode(content)]));
        return after(io(files, { web: { [url]: asJson(valid) } }), [...argv, "--format", format]);
      },
    ]),
  ),
  "what a server sends that cannot be kept": async (io, format) => {
    const url = "https://a.example/a.json";
    const config = asJson({ apis: { a: { input: { url, snapshot: "a.json" }, output: "out" } } });
    return after(io({ "/project/sundial.config.json": config }, { web: { [url]: asJson(invalid) } }), ["pull", "--format", format]);
  },
  "an explanation": async (io) => after(io(), ["explain", "syntax"]),
  "all codes": async (io) => after(io(), ["explain"]),
  "an explanation of a code that does not exist": async (io) => after(io(), ["explain", all]),
  "templates, listed and printed": async (io) => {
    const disk = io();
    await run(["eject", "client", "--print"], disk);
    return after(disk, ["eject"]);
  },
  "templates that are written to a folder": async (io) =>
    after(io({ "/project/package.json": "{}" }), ["eject", "client", "--to", all.replaceAll("/", ":")]),
  "a template that does not exist": async (io) => after(io(), ["eject", all]),
  "a project that is set up": async (io) => {
    const name = `${all.replaceAll("/", ":")}.json`;
    const packageJson = asJson({ name: all, scripts: { [all]: `openapi-typescript ${all}`, generate: all } });
    const files = {
      [`/project/${name}`]: asJson(valid),
      "/project/package.json": packageJson,
      "/project/.git/HEAD": "",
      "/project/biome.json": all,
    };
    const disk = io(files, { answers: [all, name, all, "1", all, "", "n"] });
    for (const flags of [
      ["--dry-run", "--output", `src/${all.replace(/[\p{Cc}\\]/gu, "")}`],
      [],
      ["--input", all],
      ["--emit", all],
      ["--yes"],
    ])
      await run(["init", ...flags], disk);
    disk.files.set("/project/other.json", bytes(asJson(valid)));
    disk.files.delete("/project/sundial.config.json");
    return after({ ...disk, readLine: () => Promise.resolve(undefined) }, ["init"], disk);
  },
  "a project that is looked at": async (io, format) => {
    const flags = ["doctor", ...(format === "github" ? [] : ["--format", format])];
    const apis = { [all]: { input: `${all}.json`, output: `src/${all}` }, b: { input: "b.json", output: "b" } };
    const settings = { compilerOptions: { module: all, moduleResolution: all, lib: [all], [all]: all }, extends: all };
    const files = {
      "/project/sundial.config.json": asJson({ apis, command: all }),
      "/project/b.json": asJson(invalid),
      "/project/package.json": asJson({
        name: all,
        scripts: { [all]: "sundial generate" },
        devDependencies: { eslint: all, prettier: all },
      }),
      "/project/tsconfig.json": asJson(settings),
      "/project/biome.json": all,
      "/project/.git/HEAD": "",
      "/project/node_modules/openapi-sundial/package.json": asJson({ version: all }),
      "/project/node_modules/typescript/package.json": asJson({ version: all }),
    };
    const disk = io(files);
    await run(flags, disk);
    disk.files.set("/project/sundial.config.json", bytes(`{ ${all}`));
    return after(disk, flags);
  },
  "an upgrade that is shown, and one that is refused": async (io, format) => {
    const flags = ["upgrade", "--diff", ...(format === "github" ? [] : ["--format", format])];
    const output = `src/${all.replaceAll("\u0000", "")}`;
    const config = {
      apis: { [all]: { input: "a.json", output, emit: ["types"] }, b: { input: `${all}.json`, output: "b" } },
      command: all,
    };
    const disk = io({
      "/project/a.json": asJson(valid),
      "/project/sundial.config.json": asJson(config),
      "/project/package.json": asJson({ name: all, devDependencies: { "openapi-sundial": all } }),
      "/project/.git/HEAD": "",
      [`/project/${all.replaceAll("/", ":")}/sundial.config.json`]: "{}",
      "/project/node_modules/openapi-sundial/package.json": asJson({ version: all }),
    });
    await run([...flags, all], disk);
    await run(flags, disk);
    disk.files.set("/project/sundial.config.json", bytes(asJson({ ...config, apis: { [all]: config.apis[all] } })));
    await run(["generate"], disk);
    for (const [path, text] of disk.files) {
      const own = new TextDecoder().decode(text).replace('"sundial": "', `"sundial": ${JSON.stringify(all).slice(0, -1)}`);
      disk.files.set(
        path,
        bytes(path.endsWith("types.ts") ? own.replace("export", `/* ${all.replaceAll("*/", "")} */ export const x = 1;\nexport`) : own),
      );
    }
    return after(disk, flags);
  },
  "a project that is moved from another generator": async (io, format) => {
    const name = all.replaceAll("/", ":").replace(/\s/g, "");
    const old = "/**\n * This file was auto-generated by openapi-typescript.\n */\nexport interface paths {}\n";
    const files = {
      "/project/a.json": asJson(valid),
      "/project/package.json": asJson({
        name: all,
        scripts: { [all]: `openapi-typescript a.json -o src/a.ts --${name} ${all}`, t: "openapi-typescript a.json -o src/a.ts" },
      }),
      "/project/src/a.ts": old,
      [`/project/src/${name}.ts`]: `import createClient from "openapi-fetch";\nimport type { paths, x } from "./a";\n// ${all.replace(/[\r\n\u2028]/g, " ")}\ncreateClient<paths>({ baseUrl: "a" });\ncreateClient<paths>(o, ${JSON.stringify(all)});\n`,
      [`/project/${name}.sh`]: `openapi-typescript ${all}\n`,
    };
    const runs = (): Promise<{ code: number; stdout: string; stderr: string }> =>
      Promise.resolve({ code: 0, stdout: ` M src/${name}.ts\0`, stderr: "" });
    const disk = io({ ...files, "/project/.git/HEAD": "" }, { runs });
    const flags = ["migrate", "--format", format === "json" ? "json" : "pretty"];
    await run(flags, disk);
    await run(["migrate", "--format", all, "--config-format", all], disk);
    return after(disk, [...flags, "--write"]);
  },
  usage: async (io) => after(io(), ["check", "--help", all]),
  "no command": async (io) => after(io(), []),
  "an old Node": (io) => {
    const own = io();
    refuseNode({ ...process.versions, node: "18.20.8" }, own);
    return Promise.resolve(own);
  },
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The same disk, with streams of its own. */
function memoryOf(io: MemoryIo): MemoryIo {
  const { stdout, stderr, printed } = memoryIo();
  return { ...io, stdout, stderr, printed };
}
async function after(io: MemoryIo, argv: readonly string[], printed = io): Promise<MemoryIo> {
  await run(argv, io);
  return printed;
}

describe.each(["pretty", "github", "json"])("as %s", (format) => {
  test.each(Object.entries(scenarios))("%s", async (_, scenario) => {
    for (const terminal of [false, true]) {
      const { printed } = await scenario((files = {}, options = {}) => memoryIo(files, { ...options, terminal }), format);
      const options = { color: terminal, workflow: format === "github" };
      expect(printed.stdout + printed.stderr).not.toBe("");
      expect(obeyed(printed.stdout, options)).toEqual([]);
      expect(obeyed(printed.stderr, options)).toEqual([]);
    }
  });
});

/** Every function that prints, by file: each has a scenario above that goes through it. One that is added is added here with its scenario. */
const printing: Readonly<Record<string, readonly string[]>> = {
  "cli/check.ts": ["checkCommand", "printChecked", "report"],
  "cli/eject.ts": ["ejectCommand", "listed", "written"],
  "cli/explain.ts": ["explainCommand"],
  "cli/generate.ts": ["report"],
  "cli/limits/limits.ts": ["limitsCommand"],
  "cli/lint-report.ts": ["reportLint"],
  "cli/progress.ts": ["progressOn"],
  "cli/pull.ts": ["report"],
  "cli/run.ts": ["dispatch", "printed", "run"],
  "cli/refuse-node.ts": ["refuseNode"],
  "cli/resolve-target.ts": ["explainChoices"],
  "cli/setup/ask.ts": ["ask"],
  "cli/setup/choose-setup.ts": ["askForDescription"],
  "cli/setup/doctor.ts": ["doctorCommand", "printPage"],
  "cli/setup/init.ts": ["dry", "init", "written"],
  "cli/setup/shown-migration.ts": ["printChange", "printLeft", "printMigration", "printMigrationData"],
  "cli/setup/shown-plan.ts": ["printEdits", "printFound", "printRest"],
  "cli/upgrade/upgrade.ts": ["printPage", "upgrade", "upgradeCommand"],
  "cli/verdict.ts": ["printVerdict"],
  "cli/watch.ts": ["tell"],
  "report/findings.ts": ["printFindings"],
  "report/reports.ts": ["printReport"],
};

test("every place that prints is known, and only the printer writes to a stream", () => {
  const root = fileURLToPath(new URL("../../src", import.meta.url));
  const found: Record<string, string[]> = {};
  const writing: string[] = [];
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  for (const path of paths.filter((name) => /^(?:cli|report)\/.*\.ts$/.test(name) && name !== "report/print.ts")) {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node, inside: string): void => {
      const name =
        (ts.isFunctionDeclaration(node) || (ts.isVariableDeclaration(node) && node.parent.parent.parent === source)) &&
        node.name !== undefined
          ? node.name.getText()
          : inside;
      if (ts.isCallExpression(node)) {
        const callee = node.expression.getText();
        if (/^(?:print|printAsJson|printOver|printWorkflowCommand)$/.test(callee)) {
          const functions = (found[path] ??= []);
          if (!functions.includes(name)) functions.push(name);
        }
        if (/(?:std(?:out|err)|io\[stream\])\.write$|^console\./.test(callee)) writing.push(path);
      }
      ts.forEachChild(node, (child) => {
        visit(child, name);
      });
    };
    visit(source, "");
  }
  for (const functions of Object.values(found)) functions.sort();
  expect(found).toEqual(printing);
  expect(writing).toEqual([]);
});
