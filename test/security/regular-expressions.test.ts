/**
 * The texts of a description are of any length, and of whatever letters. A regular expression that reads them may not take the square of
 * their length: it is held against recheck, which looks for texts that make one slow.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkSync } from "recheck";
import ts from "typescript";
import { expect, test } from "vitest";

/** Layers that read descriptions, and what is made of them. */
const layers = ["diagnostic", "emit", "model", "openapi", "report", "source"];

/** What is not linear, by its beginning, and why that is no matter. */
const accepted: Readonly<Record<string, string>> = {
  "/\\B(?=(?:\\d{3})+$)/": "a number has few digits",
  "/\\b(biome|rome|": "it looks 40 letters ahead at most",
  "/^((?:import |export |": "lines of our own code",
  "/\\{\\{(?:!--": "a template of the user",
  "/ \\('[^]*'": "an expression of the user",
  "/^([^:=]+?)\\s*": "a setting of the user",
  "/\\/?\\**$/": "a setting of the user",
  "/^(?:text|multipart|": "at most 200 letters are looked at",
  "/^(\\s+\\S.*?\\s{2,})": "help of our own",
  '/\\s*([^\\s=;,"]+)\\s*=': "a credential of the user",
  '/^(?:"[^"\\n]*"|': "a key is cut before",
};

function expressionsOf(path: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022));
  return found;
}

test("no regular expression for texts of a description takes the square of their length", { timeout: 300_000 }, () => {
  const paths = layers.flatMap((layer) =>
    readdirSync(join("src", layer), { recursive: true, encoding: "utf8" }).map((name) => join("src", layer, name)),
  );
  const all = new Set(paths.filter((path) => /(?<!\.gen|\.d)\.ts$/.test(path)).flatMap(expressionsOf));
  expect(all.size).toBeGreaterThan(300);
  const slow = [...all].filter((text) => {
    if (Object.keys(accepted).some((start) => text.startsWith(start))) return false;
    const end = text.lastIndexOf("/");
    // What recheck cannot decide in time is no finding.
    return checkSync(text.slice(1, end), text.slice(end + 1).replace(/[dgv]/g, ""), { timeout: 2000 }).status === "vulnerable";
  });
  expect(slow).toEqual([]);
});
