import type { ArgsDef } from "citty";
import { describe, expect, it } from "vitest";
import { eachFlagOnce } from "../../../src/cli/flag-words.js";
import { run } from "../../../src/cli/run.js";
import type { Diagnostic } from "../../../src/diagnostic/diagnostic.js";
import { memoryIo } from "../../support/memory-io.js";

const flags: ArgsDef = {
  input: { type: "string", valueHint: "FILE" },
  overlay: { type: "string", valueHint: "FILES" },
  include: { type: "string", valueHint: "WORDS" },
  strict: { type: "boolean" },
};

function read(...argv: readonly string[]): readonly [string[], readonly string[]] {
  const diagnostics: Diagnostic[] = [];
  return [eachFlagOnce(argv, flags, diagnostics), diagnostics.map(({ message }) => message)];
}

describe("a flag that is given twice", () => {
  it("has all values, where it may have several", () => {
    expect(read("--overlay", "a.yaml", "x", "--overlay=b.yaml")).toEqual([["--overlay=a.yaml,b.yaml", "x"], []]);
    expect(read("--include=tag:a", "--strict", "--include", "tag:b")).toEqual([["--include=tag:a,tag:b", "--strict"], []]);
  });

  it("is a mistake, where it has one", () => {
    expect(read("--input", "a", "--input", "b")[1]).toEqual(["--input is given twice."]);
    expect(read("--strict", "--no-strict")[1]).toEqual(["--strict is given twice."]);
    expect(read("--input", "a", "--input=a", "--strict", "--strict")[1]).toEqual([]);
  });
});

it("a flag with a value cannot be taken back", () => {
  expect(read("--no-overlay", "a")).toEqual([["a"], ["--no-overlay is not a flag: --overlay takes a value."]]);
  expect(read("--no-strict", "--no-nothing")).toEqual([["--no-strict", "--no-nothing"], []]);
});

it("what stands behind -- is no flag, and one without its value stays so", () => {
  expect(read("--", "--input", "a", "--input", "b")).toEqual([["--", "--input", "a", "--input", "b"], []]);
  expect(read("--input", "--overlay")).toEqual([["--input", "--overlay"], []]);
});

it.each(["generate", "check", "lint", "pull", "eject"])("no flag of %s ends in a crash when it is taken back or repeated", async (name) => {
  for (const flag of ["input", "output", "emit", "name", "handlers", "overlay", "references", "include", "exclude", "config", "format"]) {
    const io = memoryIo({}, { cwd: "/project" });
    expect([1, 2], `${name} --no-${flag}`).toContain(await run([name, `--no-${flag}`], io));
    expect([1, 2], `${name} --${flag} twice`).toContain(await run([name, `--${flag}`, "a", `--${flag}`, "b"], io));
  }
});
