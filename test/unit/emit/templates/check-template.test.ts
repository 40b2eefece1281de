import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { templateNames, views, type Shape, type TemplateName } from "../../../../src/emit/print/views.js";
import { compileTemplate, compileTemplates } from "../../../../src/emit/templates/compile-template.js";
import { withFirstComment } from "../../../../src/emit/templates/first-comment.js";
import { projectRoot } from "../../../support/compile.js";

const textOf = (name: TemplateName): string => readFileSync(join(projectRoot, `templates/${name}.hbs`), "utf8");

/** Diagnostics as lines. */
function found(text: string, name: TemplateName = "client", shape: Shape = views[name]): readonly string[] {
  return compileTemplate({ name, uri: "file:///t.hbs", text }, shape).diagnostics.map(({ code, message, hint, at }) => {
    const place = at !== undefined && "line" in at ? `${String(at.line)}:${String(at.column)}` : "nowhere";
    return `${code} ${place} ${message} ${hint ?? ""}`.trim();
  });
}

describe("a template of ours", () => {
  test("is in the table of views, and nothing else is", () => {
    const files = readdirSync(join(projectRoot, "templates")).filter((file) => file.endsWith(".hbs"));
    expect(files.sort()).toEqual(templateNames.map((name) => `${name}.hbs`).sort());
  });

  test.each(templateNames)("passes the check: %s", (name) => {
    expect(found(textOf(name), name)).toEqual([]);
    expect(found(withFirstComment(name, textOf(name), "1.2.3"), name)).toEqual([]);
  });

  test.each(templateNames)("uses every member of its view, but for the title: %s", (name) => {
    const unused = Object.keys(views[name].members).filter((member) => !new RegExp(`\\{\\{(?:#\\w+ )?${member}\\}\\}`).test(textOf(name)));
    expect(unused.filter((member) => !["title", "method", "path"].includes(member))).toEqual([]);
  });

  test.each(templateNames)("has blocks in at most three levels: %s", (name) => {
    let [depth, deepest] = [0, 0];
    for (const [, mark] of textOf(name).matchAll(/\{\{([#/])/g)) deepest = Math.max(deepest, (depth += mark === "#" ? 1 : -1));
    expect(depth).toBe(0);
    expect(deepest).toBeLessThanOrEqual(3);
  });
});

describe("what a template may not have is told with its place and a way out", () => {
  test.each<[text: string, ...expected: string[]]>([
    ["\n  {{clinet}}", "template-member-unknown 2:5 The view has no member `clinet`. Did you mean `client`?"],
    [
      "{{#each schemes}}{{schem}}{{/each}}",
      "template-member-unknown 1:20 An item of `schemes` has no member `schem`. Did you mean `scheme`?",
    ],
    [
      "{{#each schemes}}{{client}}{{/each}}",
      "template-member-unknown 1:20 An item of `schemes` has no member `client`. It is known outside of this `{{#each}}`, and only there.",
    ],
    ["{{#each schemes}}{{x}}{{/each}}", "template-member-unknown 1:20 An item of `schemes` has no member `x`. It has scheme."],
    ["{{schemes}}", "template-member-misused 1:1 `schemes` is a list, and cannot be printed. Write `{{#each schemes}}…{{/each}}`."],
    ["{{secured}}", "template-member-misused 1:1 `secured` is a flag, and cannot be printed. Write `{{#if secured}}…{{/if}}`."],
    ["{{#each client}}{{x}}{{/each}}", "template-member-misused 1:9 `client` is no list. Write `{{#if client}}`, or `{{client}}`."],
    ["{{upper client}}", "template-helper-unknown 1:1 Templates have no helper `upper`. There are if, unless and each."],
    ["{{#ech schemes}}{{/ech}}", "template-helper-unknown 1:1 Templates have no helper `ech`. Did you mean `{{#each …}}`?"],
    ["{{lookup schemes 'constructor'}}", "template-helper-unknown 1:1 Templates have no helper `lookup`. There are if, unless and each."],
    ["{{#with client}}{{/with}}", "template-helper-unknown 1:1 Templates have no helper `with`. There are if, unless and each."],
    ["{{{{raw}}}}x{{{{/raw}}}}", "template-helper-unknown 1:1 Templates have no helper `raw`. There are if, unless and each."],
    ["{{#schemes}}{{/schemes}}", "template-construct-refused 1:1 Templates have no `{{#schemes}}`. Write `{{#each schemes}}`."],
    ["{{#if secured}}", "template-syntax 1:16 A block is not closed."],
    ["a\n{{/if}}", "template-syntax 2:1 A block is closed here that is not open."],
    ["{{#if secured}}{{/each}}", "template-syntax 1:4 `{{#if}}` is closed by `{{/each}}`."],
    ["a\n {{client", "template-syntax 2:4 The braces that begin here, or end here, are not valid."],
    [
      'import {\n  createClient,\n  type ClientOptons,\n} from "./runtime/client.js";',
      "template-import-unknown 3:8 runtime/client.ts has no `ClientOptons`. Did you mean `ClientOptions`?",
    ],
  ])("%j", (text, ...expected) => {
    expect(found(text).map((each, index) => each.slice(0, expected[index]?.length))).toEqual(expected);
  });

  test.each([
    ["{{> other}}", "partials"],
    ["{{#> other}}{{/other}}", "partials"],
    ['{{#*inline "x"}}{{/inline}}', "decorators"],
    ["{{* x}}", "decorators"],
    ["{{../client}}", "`../`"],
    ["{{#each ../schemes}}{{/each}}", "`../`"],
    ["{{@root}}", "`@root`"],
    ["{{@root.client}}", "`@root.client`"],
    ["{{@first}}", "`@first` outside of `{{#each}}`"],
    ["{{client.length}}", "paths such as `client.length`"],
    ["{{schemes.constructor.constructor}}", "paths such as `schemes.constructor.constructor`"],
    ["{{this}}", "`this`"],
    ["{{#if (lookup this 'client')}}{{/if}}", "expressions in parentheses"],
    ['{{"client"}}', "values of their own"],
    ["{{#if true}}{{/if}}", "values of their own"],
    ["{{#if client includeZero=true}}{{/if}}", "`{{#if}}` with anything but one member"],
    ["{{#each schemes as |x|}}{{/each}}", "`{{#each}}` with anything but one member"],
    ["{{^secured}}a{{/secured}}", "`{{^secured}}`. Write `{{#unless secured}}`"],
    ["{{^schemes}}a{{else}}b{{/schemes}}", "`{{^schemes}}`. Write `{{#unless schemes}}`"],
    ["{{^client}}{{/client}}", "`{{^client}}`. Write `{{#unless client}}`"],
    ["{{^if secured}}a{{/if}}", "`{{^if}}`. Write `{{#unless secured}}`"],
    ["{{^unless secured}}a{{/unless}}", "`{{^unless}}`. Write `{{#if secured}}`"],
    ["{{^each schemes}}a{{/each}}", "`{{^each}}`. Write `{{#unless schemes}}`"],
    ["{{#secured}}a{{^}}b{{/secured}}", "`{{#secured}}`. Write `{{#if secured}}`"],
  ])("%s", (text, what) => {
    expect(found(text)).toEqual([expect.stringMatching(/^template-construct-refused 1:\d+ /)]);
    expect(found(text)[0]).toContain(`Templates have no ${what}.`);
  });

  test("nothing of what an inverted block may be is called what it is not", () => {
    expect(found("{{^if secured}}a{{else}}b{{/if}}{{^x}}{{/x}}").map((line) => line.slice(0, 58))).toEqual([
      "template-helper-unknown 1:33 Templates have no helper `x`.",
    ]);
  });

  test.each(["", " \n\n", "{{!-- view 1 --}}\n", "{{! a }}\n{{!-- b --}} "])("nothing at all: %j", (text) => {
    const line = "template-empty 1:1 The template has no text. Delete the file to have ours again, or write at least `export {};`.";
    for (const name of templateNames) {
      const current = text.replace("view 1", `view ${String(views[name].version)}`);
      expect(found(current, name)).toEqual([line]);
    }
    expect(found(`${text}export {};`)).toEqual([]);
  });

  test.each([20, 21, 1000])("blocks in more than 20 levels: %i", (levels) => {
    const lines = found("{{#if off}}".repeat(levels) + "{{/if}}".repeat(levels));
    const expected = expect.stringMatching(
      /^template-construct-refused \d+:\d+ Templates have no blocks in more than 20 levels\./,
    ) as string;
    expect(lines).toEqual(levels === 20 ? [] : [expected]);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "[__proto__]"])("no member of a prototype: %s", (name) => {
    expect(found(`{{${name}}}`)).toEqual([expect.stringContaining("template-member-unknown 1:3")]);
    expect(found(`{{#each schemes}}{{${name}}}{{/each}}`)).toEqual([expect.stringContaining("template-member-unknown 1:20")]);
    expect(found(`{{#if ${name}}}{{/if}}`)).toEqual([expect.stringContaining("template-member-unknown 1:7")]);
  });

  test("all of it at once, in all templates", () => {
    const texts = [
      { name: "client", uri: "file:///client.hbs", text: "{{a}}{{> b}}{{c d}}" },
      { name: "server", uri: "file:///server.hbs", text: "{{#if}}" },
      { name: "index", uri: "file:///index.hbs", text: textOf("index") },
    ] as const;
    const { value, diagnostics } = compileTemplates(texts);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code, at }) => `${code} ${at?.file ?? ""}`)).toEqual([
      "template-member-unknown file:///client.hbs",
      "template-construct-refused file:///client.hbs",
      "template-helper-unknown file:///client.hbs",
      "template-syntax file:///server.hbs",
    ]);
  });
});

describe("a member stands where it is safe", () => {
  test.each([
    'const a = "{{client}}"; // {{client}} of {{title}}\nconst b: {{client}} = {{servers}};',
    "/** {{title}}\n * {{client}} */",
    "const c = `${ {{servers}} } {{client}} ${ { a: {{name}} } }`;",
    "{{#if secured}}// {{title}}\n{{/if}}{{name}}",
    "const d = `{{#if off}}{{client}}{{/if}}`;",
    "{{#each schemes}}{{#unless @first}}, {{/unless}}{{@index}}: {{scheme}}{{/each}}",
    "'\\'{{client}}'",
    "const mail = 'a@b'; /* a@b {{client}} */",
    "/** **{{title}}** a/b *{{client}}/ {{title}}/*{{title}} / */",
    "/** {{#if off}}*{{title}}{{else}}*{{/if}} */",
  ])("%j", (text) => {
    expect(found(text)).toEqual([]);
  });

  test.each<[text: string, ...places: string[]]>([
    ['"{{name}}"', "1:2 `name` is code, which is not safe in a string."],
    ["'{{servers}}'", "1:2 `servers` is code, which is not safe in a string."],
    ["`{{name}}`", "1:2 `name` is code, which is not safe in a string."],
    ["// {{name}}", "1:4 `name` is code, which is not safe in a comment."],
    ["/** {{optionsType}} */", "1:5 `optionsType` is code, which is not safe in a comment."],
    ["{{title}}", "1:1 `title` is words of the description, which is not safe in code."],
    ['"{{title}}"', "1:2 `title` is words of the description, which is not safe in a string."],
    ["/* @{{title}} */", "1:5 `title` would become a part of a tag."],
    ["// @ts-{{client}}", "1:8 `client` would become a part of a tag."],
    ["// @{{#if off}}a {{/if}}{{title}}", "1:25 `title` would become a part of a tag."],
    ["// a {{#if off}}@{{/if}}{{title}}", "1:25 `title` would become a part of a tag."],
    ["// #{{title}}", "1:5 `title` would become a part of a tag."],
    ["const a = /x/;", "1:11 It is not certain", "1:13 It is not certain"],
    ['const a = /"/, b = "{{client}}";', "1:11 It", "1:31 The template ends inside of a string."],
    ["`{{client}}{`", "1:12 It is not certain whether a hole of the string begins here."],
    ['{{#if off}}"{{/if}}', "1:1 A block ends in another place"],
    ['"{{#if off}}"{{else}}"{{/if}}{{name}}', "1:2 A block ends", "1:2 A block ends", "1:30 `name` is code", "1:30 The template ends"],
    ["/*{{#if off}}*{{/if}}/ {{name}} */", "1:3 A block ends", "1:24 `name` is code"],
    ["/* *{{title}}{{title}}/ */", "1:23 It is not certain whether the comment ends here. Put a blank before the slash"],
    ["/* *{{title}}/ */", "1:14 It is not certain"],
    ["/* {{#if off}}*{{title}}{{/if}}/ */", "1:32 It is not certain"],
    ["/* {{#if off}}*{{title}}{{else}}*{{/if}}/ */", "1:41 It is not certain"],
    ["/* @{{title}}{{title}} */", "1:5 `title` would become", "1:14 `title` would become"],
    ["// #{{title}}{{client}}", "1:5 `title` would become", "1:14 `client` would become"],
    ["/* open", "1:1 The template ends inside of a comment."],
    ["const a = `open", "1:1 The template ends inside of a string."],
  ])("%j", (text, ...expected) => {
    const lines = found(text);
    expect(
      lines.map((line) => line.replace("template-place-unsafe ", "")).map((line, index) => line.slice(0, expected[index]?.length)),
    ).toEqual(expected);
    expect(lines.filter((line) => !line.startsWith("template-place-unsafe"))).toEqual([]);
  });
});

describe("the version of a view", () => {
  const shape: Shape = { ...views.client, version: 3, changes: { 2: "`a` was renamed to `b`.", 3: "`c` is a list." } };

  test("of a template that was made for another one is told, with what has changed since and with where", () => {
    const text = withFirstComment("client", textOf("client"), "0.1.0").replace("view 1", "view 2");
    expect(found(text, "client", shape)).toEqual([
      "template-view-changed 2:77 The template client was made for version 2 of its view, and the view has version 3. View 3: `c` is a list. " +
        "Compare it with `sundial eject client --print`, and write `view 3` into its first comment.",
    ]);
    expect(found(text.replace("view 2", "view 1"), "client", shape)[0]).toContain("View 2: `a` was renamed to `b`. View 3: `c` is a list.");
  });

  test("is a warning, and the template is used", () => {
    const text = withFirstComment("principal", textOf("principal"), "0.1.0").replace("view 1", "view 7");
    const { value, diagnostics } = compileTemplate({ name: "principal", uri: "file:///p.hbs", text }, views.principal);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
    expect(value?.fill({})).toBe(textOf("principal"));
  });

  test("need not be there", () => {
    expect(found("{{client}}", "client", shape)).toEqual([]);
    expect(found("{{client}}{{!-- view 1 --}}", "client", shape)).toEqual([]);
  });
});
