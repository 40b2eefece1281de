import { describe, expect, test } from "vitest";
import { findingsAsJson, printFindings, workflowCommand } from "../../../src/report/findings.js";
import { exitCodeOf } from "../../../src/cli/exit-codes.js";
import { findCheckout } from "../../../src/report/checkout.js";
import { run } from "../../../src/cli/run.js";
import { codeFrame } from "../../../src/report/frame.js";
import { printWorkflowCommand } from "../../../src/report/print.js";
import { colorsFor } from "../../../src/report/colors.js";
import { diagnostic } from "../../../src/diagnostic/catalogue.js";
import type { Diagnostic } from "../../../src/diagnostic/diagnostic.js";
import { linesOf } from "../../../src/diagnostic/lines.js";
import { load } from "../../../src/source/load-file.js";
import { memoryIo } from "../../support/memory-io.js";

const text = "openapi: 3.1.0\ninfo:\n  title: Pets\n  version: 1\n";
const uri = "file:///project/spec/a.yaml";

async function printed(diagnostics: readonly Diagnostic[], format: "pretty" | "github" = "pretty"): Promise<string> {
  const io = memoryIo({ "/project/spec/a.yaml": text });
  const { value } = await load("spec/a.yaml", io);
  printFindings(diagnostics, { sources: value === undefined ? [] : [value], format, io });
  expect(io.printed.stdout).toBe("");
  return io.printed.stderr;
}

describe("a finding", () => {
  test("has its place, the line it is in, and what to do", async () => {
    const found = diagnostic("wrong-type", "The version must be a string, and is a number.", {
      at: { file: uri, pointer: "/info/version" },
      hint: "Put it in quotes.",
    });
    expect(await printed([found])).toBe(
      [
        "error The version must be a string, and is a number. [wrong-type]",
        "  spec/a.yaml:4:12 /info/version",
        "  3 |   title: Pets",
        "  4 |   version: 1",
        "    |            ^",
        "  help: Put it in quotes.",
        "",
        "",
      ].join("\n"),
    );
  });

  test("of a file that is no description has the file", async () => {
    const found = diagnostic("config-invalid-value", "`input` is required.", {
      at: { file: "file:///project/sundial.config.ts", pointer: "/input" },
    });
    expect(await printed([found])).toBe("error `input` is required. [config-invalid-value]\n  sundial.config.ts /input\n\n");
  });

  test("names related places", async () => {
    const found = diagnostic("duplicate-operation-id", "Twice.", {
      at: { file: uri, line: 2, column: 1 },
      related: [{ message: "first here:", at: { file: uri, pointer: "/openapi" } }],
    });
    expect(await printed([found])).toMatch(/first here: spec\/a\.yaml:1:\d+\n/);
  });

  test("cannot move the cursor of a terminal", async () => {
    expect(await printed([diagnostic("usage", "A \u001b[2J\u202e name\u0007")])).toBe("error A \u00b7[2J\u00b7 name\u00b7 [usage]\n\n");
  });

  test("is a workflow command on GitHub, one line whatever it says", async () => {
    const found = diagnostic("wrong-type", "One\n::error::two, 100%", { at: { file: uri, pointer: "/info/version" }, hint: "Help." });
    expect(await printed([found], "github")).toBe(
      "::error file=spec/a.yaml,line=4,col=12,title=wrong-type::One\u00b7::error::two, 100%25 Help.\n",
    );
    const io = memoryIo();
    const place = { name: "a:b,c", line: undefined, column: undefined };
    printWorkflowCommand(io, "stdout", workflowCommand({ code: "usage", severity: "info", message: "x" }, place));
    expect(io.printed.stdout).toBe("::notice file=a%3Ab%2Cc,title=usage::x\n");
  });

  test("is an object of plain facts as JSON", async () => {
    const io = memoryIo({ "/project/spec/a.yaml": text });
    const { value } = await load("spec/a.yaml", io);
    const found = diagnostic("wrong-type", "M.", { at: { file: uri, pointer: "/info/version" } });
    expect(findingsAsJson([found], value === undefined ? [] : [value], io.cwd)).toEqual([
      {
        code: "wrong-type",
        severity: "error",
        message: "M.",
        hint: undefined,
        at: { file: "spec/a.yaml", line: 4, column: 12, pointer: "/info/version" },
        related: undefined,
      },
    ]);
  });
});

describe("many findings", () => {
  test("are all printed when they are errors; of a code, five when they are warnings and one when they are remarks", async () => {
    const remarks = Array.from({ length: 8 }, (_, index) => diagnostic("name-changed", `Remark ${String(index)}.`, { severity: "info" }));
    const warnings = Array.from({ length: 8 }, (_, index) => diagnostic("leftover-kept", `Warning ${String(index)}.`));
    const errors = Array.from({ length: 8 }, (_, index) => diagnostic("usage", `Error ${String(index)}.`));
    const output = await printed([...errors, ...warnings, ...remarks]);
    expect(output.match(/Remark/g)).toHaveLength(1);
    expect(output).toContain("and 7 more of name-changed");
    expect(output.match(/Warning/g)).toHaveLength(5);
    expect(output.match(/Error/g)).toHaveLength(8);
    expect(output).toContain("and 3 more of leftover-kept");
    expect(output.indexOf("Warning 0")).toBeLessThan(output.indexOf("Error 0"));
  });
});

describe("a code frame", () => {
  const plain = colorsFor(memoryIo(), memoryIo().stderr);
  test("of a minified file shows what is around the place", () => {
    const line = `{${"x".repeat(5000)}HERE${"y".repeat(5000)}}`;
    const frame = codeFrame(linesOf(line).text, 1, 5002, plain);
    expect(frame.length).toBeLessThan(250);
    const [shown = "", mark = ""] = frame.split("\n");
    expect(shown.slice(mark.indexOf("^"), mark.indexOf("^") + 4)).toBe("HERE");
  });
  test.each([0, 1])("of a line of characters beyond the BMP has no half of one, %i letters before them", (letters) => {
    const line = "x".repeat(letters) + "😀".repeat(3000);
    for (const column of [1, 41, 92, 93, 94, 95, 2001, 2002])
      expect(codeFrame(linesOf(line).text, 1, column, plain)).not.toMatch(/\p{Cs}|\ufffd|\\ud/u);
  });
  test("of the first line has no line before it", () => {
    expect(codeFrame(linesOf("a\nb").text, 1, 1, plain)).toBe("1 | a\n  | ^");
  });
});

describe("the exit code", () => {
  test.each([
    [[], 0],
    [["leftover-kept"], 0],
    [["wrong-type"], 1],
    [["edited-by-hand"], 1],
    [["wrong-type", "file-not-found"], 2],
    [["usage"], 2],
    [["output-in-the-way"], 2],
  ] as const)("of %j is %i", (codes, expected) => {
    expect(exitCodeOf(codes.map((code) => diagnostic(code, "M.")))).toBe(expected);
  });
});

test.each([
  ["/project/a.yaml", 'openapi: 3.1.0\ninfo:\n  title: T\n  versoin: "1"\n  version: "1"\npaths: {}\n', "a.yaml:4:3 "],
  ["/project/a.json", '{"openapi":"3.1.0","info":{"title":"T",\n  "versoin": "1", "version": "1"},"paths":{}}', "a.json:2:3 "],
])(
  "an unknown key is pointed at itself, whatever its value: %s, also where the run is repeated from what was kept",
  async (path, text, place) => {
    const io = memoryIo({ [path]: text, "/project/package.json": "{}", "/project/node_modules/x/index.js": "" });
    const flags = ["--input", path.slice("/project/".length), "--output", "out", "--emit", "types"];
    for (const repeated of ["0 unchanged", "0 files written"]) {
      expect(await run(["generate", ...flags], io)).toBe(0);
      expect(io.printed.stdout).toContain(repeated);
    }
    expect(io.printed.stderr.split(place)).toHaveLength(3);
  },
);

describe("a place for GitHub", () => {
  const at = { file: "file:///project/spec/a.yaml", line: 3, column: 1 };
  test.each([
    [undefined, "file=../spec/a.yaml,line=3,"],
    ["", "file=../spec/a.yaml,line=3,"],
    ["/project", "file=spec/a.yaml,line=3,"],
    ["/project/", "file=spec/a.yaml,line=3,"],
    ["/other", "file=../spec/a.yaml,line=3,"],
    ["/proj", "file=../spec/a.yaml,line=3,"],
  ])("is relative to the checkout where that is %j and holds it", async (GITHUB_WORKSPACE, expected) => {
    const io = memoryIo({}, { cwd: "/project/packages", env: GITHUB_WORKSPACE === undefined ? {} : { GITHUB_WORKSPACE } });
    printFindings([diagnostic("wrong-type", "The reason.", { at })], {
      sources: [],
      format: "github",
      io: { ...io, checkout: await findCheckout(io) },
    });
    expect(io.printed.stderr).toContain(expected);
  });

  const described = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\nwebhook: {}\n";
  test.each([
    ["that a link leads to", { env: { GITHUB_WORKSPACE: "/link" }, symlinks: { "/link": "/project" } }, {}],
    ["that GitLab names by a link", { env: { CI_PROJECT_DIR: "/link" }, symlinks: { "/link": "/project" } }, {}],
    ["whose folder no variable names", {}, { "/project/.git/HEAD": "" }],
    ["that is a worktree", {}, { "/project/.git": "gitdir: /elsewhere" }],
    ["where the variable names another folder", { env: { GITHUB_WORKSPACE: "/other" } }, { "/project/.git/HEAD": "" }],
  ])("is relative to a checkout %s", async (_, options, more) => {
    for (const format of ["github", "gitlab", "sarif"]) {
      const files = { "/project/packages/shared.yaml": described, "/project/packages/a/x": "", ...more };
      const io = memoryIo(files, { cwd: "/project/packages/a", ...options });
      await run(["lint", "--input", "../shared.yaml", "--format", format], io);
      expect(io.printed.stdout + io.printed.stderr).toMatch(/(?:file=|"path": ?"|"uri": ?")packages\/shared\.yaml/);
    }
  });

  test.each(["lint", "check", "generate"])("is the configuration for what has none: %s", async (command) => {
    const config = { input: "a.yaml", output: "out", emit: ["types"], silence: ["default-invalid"] };
    const files = {
      "/project/.git/HEAD": "",
      "/project/a/a.yaml": described.replace("webhook: {}\n", ""),
      "/project/a/sundial.config.json": JSON.stringify(config),
    };
    const io = memoryIo(files, { cwd: "/project/a" });
    await run([command, "--format", "github"], io);
    expect(io.printed.stderr).toContain("::warning file=a/sundial.config.json,title=silence-unused::");
  });

  test("is that of the file of an output that is not current, too", async () => {
    const files = { "/project/packages/a/a.yaml": "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n" };
    const io = memoryIo(files, { cwd: "/project/packages/a", env: { GITHUB_WORKSPACE: "/project" } });
    expect(await run(["check", "--input", "a.yaml", "--output", "out", "--emit", "types", "--format", "github"], io)).toBe(1);
    expect(io.printed.stdout).toContain("::error file=packages/a/out/types.ts,title=output-stale::types.ts is missing.");
  });
});
