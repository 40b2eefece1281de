import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { templateNames } from "../../../src/emit/print/views.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const petstore = readFileSync(new URL("../../../spec/petstore.yaml", import.meta.url), "utf8");
const api = { input: "petstore.yaml", output: "src/petstore", handlers: "src/handlers", importExtension: "js" };
const folder = "/project/sundial-templates";

function project(more: object = {}, files: Readonly<Record<string, string>> = {}, options: MemoryOptions = {}): MemoryIo {
  const written = JSON.stringify({ ...api, ...more });
  const own = { "/project/petstore.yaml": petstore, "/project/package.json": "{}", "/project/sundial.config.json": written };
  return memoryIo({ ...own, ...files }, options);
}

/** A project with templates as they are ejected. */
async function ejected(...names: readonly string[]): Promise<MemoryIo> {
  const io = project({ templates: "sundial-templates" });
  expect(await run(["eject", ...names], io)).toBe(0);
  return io;
}

const edit = async (io: MemoryIo, name: string, from: string | RegExp, to: string): Promise<void> => {
  const path = `${folder}/${name}.hbs`;
  const text = io.text(path);
  expect(text.replace(from, to)).not.toBe(text);
  await io.write(path, text.replace(from, to));
};

const outputsOf = (io: MemoryIo): Readonly<Record<string, string>> =>
  Object.fromEntries([...io.files.keys()].filter((path) => /^\/project\/src\/.*\.ts$/.test(path)).map((path) => [path, io.text(path)]));

describe("eject", () => {
  test("without a name lists the templates, and writes nothing", async () => {
    const io = project();
    expect(await run(["eject"], io)).toBe(0);
    expect(io.printed.stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([...templateNames, ""]);
    expect(io.changes).toEqual([]);
  });

  test("writes templates beside the configuration, and says what to add to it", async () => {
    const io = project();
    expect(await run(["eject", "client", "server.hbs"], io)).toBe(0);
    expect(io.printed.stdout).toBe("wrote sundial-templates/client.hbs\nwrote sundial-templates/server.hbs\n");
    expect(io.printed.stderr).toContain('\n  templates: "sundial-templates",\n');
    expect(io.text(`${folder}/client.hbs`)).toMatch(
      /^\{\{!--\n {2}The template of client\.ts, taken over from openapi-sundial \d+\.\d+\.\d+: client, view \d+\.\n.*docs\/templates\.md.*\n.*#client\n--\}\}\n\/\*\* Base URLs/,
    );
  });

  test("writes them to the folder that the configuration names, or the command line", async () => {
    const io = project({ templates: "code/templates" });
    expect(await run(["eject", "--all"], io)).toBe(0);
    expect(templateNames.every((name) => io.files.has(`/project/code/templates/${name}.hbs`))).toBe(true);
    expect(io.printed.stderr).not.toContain("templates:");
    expect(await run(["eject", "index", "--to", "mine"], io)).toBe(0);
    expect(io.printed.stderr).toContain('templates: "mine",');
    expect(io.text("/project/mine/index.hbs")).toContain("{{#each files}}");
  });

  test("never overwrites a file, and says so", async () => {
    const io = await ejected("client");
    await io.write(`${folder}/client.hbs`, "mine");
    expect(await run(["eject", "client", "index"], io)).toBe(0);
    expect(io.text(`${folder}/client.hbs`)).toBe("mine");
    expect(io.files.has(`${folder}/index.hbs`)).toBe(true);
    expect(io.printed.stderr).toContain(
      "warning /project/sundial-templates/client.hbs is there already, and was left as it is. [template-kept]",
    );
  });

  test("prints a template, and writes nothing", async () => {
    const io = project();
    expect(await run(["eject", "handler", "--print"], io)).toBe(0);
    expect(io.printed.stdout).toContain("throw {{notImplemented}}({{operation}});");
    expect(io.changes).toEqual([]);
  });

  test.each<[args: readonly string[], more: object, message: string]>([
    [["clint"], {}, 'There is no template "clint". [usage]\n  help: Did you mean client?'],
    [["constructor"], {}, 'There is no template "constructor".'],
    [
      ["client", "--to", "../elsewhere"],
      {},
      'The folder of templates "../elsewhere" is outside of the project. [templates-folder-refused]',
    ],
    [["client", "--to", "src/petstore/templates"], {}, "/project/src/petstore/templates is inside of /project/src/petstore"],
    [["client"], { outptu: "x" }, "[config-unknown-key]"],
    [["client", "--config", "no.json"], {}, "[config-unreadable]"],
    [["client", "--prnt"], {}, "Did you mean --print?"],
  ])("%j is wrong usage: nothing is written", async (args, more, message) => {
    const io = project(more);
    expect(await run(["eject", ...args], io)).toBe(2);
    expect(io.printed.stderr).toContain(message);
    expect(io.changes).toEqual([]);
  });

  test("asks which folder where several are configured, and for a configuration where there is none", async () => {
    const apis = { a: { input: "a", output: "a", templates: "one" }, b: { input: "b", output: "b", templates: "two" } };
    const io = memoryIo({ "/project/package.json": "{}", "/project/sundial.config.json": JSON.stringify({ apis }) });
    expect(await run(["eject", "client"], io)).toBe(2);
    expect(io.printed.stderr).toContain("Say which one with --to.");
    expect(await run(["eject", "client", "--to", "two"], io)).toBe(0);
    const none = memoryIo({ "/project/package.json": "{}" });
    expect(await run(["eject", "client"], none)).toBe(2);
    expect(none.printed.stderr).toContain("[config-not-found]");
    expect(await run(["eject", "client", "--to", "mine"], none)).toBe(0);
  });

  test("says that a folder cannot be made", async () => {
    const io = project({}, {}, { failChange: (change) => (change.includes("sundial-templates") ? "EACCES" : undefined) });
    expect(await run(["eject", "client"], io)).toBe(2);
    expect(io.printed.stderr).toContain("[output-failed]");
  });
});

describe("templates that were taken over", () => {
  test("give the same bytes as ours as long as they are not changed", async () => {
    const plain = project();
    expect(await run(["generate"], plain)).toBe(0);
    const io = await ejected("--all");
    expect(await run(["generate"], io)).toBe(0);
    expect(outputsOf(io)).toEqual(outputsOf(plain));
    expect(Object.keys(outputsOf(io)).length).toBeGreaterThan(15);
    expect(await run(["check"], io)).toBe(0);
    expect(await run(["check", "--full"], io)).toBe(0);
  });

  test("make an output stale when they change, with the reason", async () => {
    const io = await ejected("client", "index");
    expect(await run(["generate"], io)).toBe(0);
    await edit(io, "client", "/** A client of the service. */", "/** The client of {{title}}. */");
    expect(await run(["check"], io)).toBe(1);
    expect(io.printed.stdout).toContain("changed  client.ts");
    expect(io.printed.stdout).toContain("because the template client changed\n");
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/src/petstore/client.ts")).toContain("/** The client of Petstore. */");
    expect(await run(["check"], io)).toBe(0);
    await io.remove(`${folder}/index.hbs`);
    expect(await run(["check"], io)).toBe(0); // it was not changed
    expect(await run(["check", "--frozen"], io)).toBe(1);
    expect(io.printed.stdout).toContain("because the template index is no longer taken over\n");
    expect(await run(["eject", "index"], io)).toBe(0);
    expect(await run(["eject", "server"], io)).toBe(0);
    expect(await run(["check"], io)).toBe(0); // as it was ejected, it writes the same
    expect(await run(["check", "--frozen"], io)).toBe(1);
    expect(io.printed.stdout).toContain("because the template server was taken over\n");
  });

  test("are named where somebody asks what decided", async () => {
    const io = await ejected("client");
    expect(await run(["generate", "--verbose"], io)).toBe(0);
    expect(io.printed.stderr).toContain("petstore: sundial-templates/client.hbs takes the place of our template\n");
  });

  test("are the same with other ends of lines", async () => {
    const io = await ejected("client");
    expect(await run(["generate"], io)).toBe(0);
    await io.write(`${folder}/client.hbs`, `\ufeff${io.text(`${folder}/client.hbs`).replaceAll("\n", "\r\n")}`);
    expect(await run(["check"], io)).toBe(0);
    expect(await run(["check", "--full"], io)).toBe(0);
  });

  test("of handlers are for what is written next, and change nothing that is there", async () => {
    const io = await ejected("handler", "handlers");
    await edit(io, "handler", "throw {{notImplemented}}({{operation}});", "throw {{notImplemented}}(`todo: ${ {{operation}} }`);");
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/src/handlers/pets.ts")).toContain('    throw notImplemented(`todo: ${ "listPets" }`);\n  },');
    await edit(io, "handler", "todo: ", "to be done: ");
    expect(await run(["check"], io)).toBe(0);
    await io.write("/project/petstore.yaml", petstore.replace("operationId: createPet", "operationId: addPet"));
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/src/handlers/pets.ts")).toContain('    throw notImplemented(`to be done: ${ "addPet" }`);\n  },');
  });

  test("of handlers keep what stands in backticks, and give a file that exists the imports of new handlers", async () => {
    const io = await ejected("handler", "handlers");
    expect(await run(["generate"], io)).toBe(0);
    const at = "/project/src/handlers/pets.ts";
    await io.write(at, `import { join } from "node:path";\n${io.text(at)}const kept = join;\n`);
    await edit(io, "handler", /throw .*/, "return mine(join, kept, all.b, own, `\n  a\nb ${[\n1].length}`) as Answer; // unused");
    const imports = [
      'import { join } from "../join.js";',
      'import own, { mine, kept, unused } from "../mine.js";',
      'import type { Answer as Other, Answer } from "../mine.js";',
      'import * as all from "../mine.js";',
    ];
    await edit(io, "handlers", "import {", `${imports.join("\n")}\nimport {`);
    await io.write("/project/petstore.yaml", petstore.replace("operationId: createPet", "operationId: addPet"));
    expect(await run(["generate"], io)).toBe(0);
    const text = io.text(at);
    expect(text.match(/^import .* from "\.\.\/(?:mine|join).*$/gm)).toEqual([
      'import own from "../mine.js";',
      'import { mine } from "../mine.js";',
      'import type { Answer } from "../mine.js";',
      'import * as all from "../mine.js";',
    ]);
    const handler = "  addPet() {\n    return mine(join, kept, all.b, own, `\n  a\nb ${[\n  1].length}`) as Answer; // unused\n  },";
    expect(text).toContain(handler);
    await io.remove(at);
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text(at)).toContain(handler);
  });

  test("import of the runtime what they need besides", async () => {
    const io = await ejected("client");
    await edit(io, "client", "export { ResponseError }", "export { ResponseError, waitFor }");
    expect(await run(["generate"], io)).toBe(1);
    expect(io.printed.stderr).toMatch(
      /error runtime\/client\.ts has no `waitFor`\. \[template-import-unknown\]\n {2}sundial-templates\/client\.hbs:\d+:\d+/,
    );
    await edit(io, "client", "export { ResponseError, waitFor }", "export { decodeBody, ResponseError }");
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/src/petstore/runtime/client.ts")).toContain("function decodeBody(");
  });

  test("with mistakes are told all at once, with their lines; nothing is written", async () => {
    const io = await ejected("client", "server", "index");
    await edit(io, "client", "{{servers}}", "{{server}}");
    await edit(io, "client", "\n/** What functions", "\n{{> other}}\n/** What functions");
    await edit(io, "server", "{{/if}}", "");
    await edit(io, "index", "{{#each files}}", "{{#each files}}\n{{shout module}} // {{module}}");
    expect(await run(["generate"], io)).toBe(1);
    const { stderr } = io.printed;
    for (const each of [
      "error The view has no member `server`. [template-member-unknown]\n  sundial-templates/client.hbs:7:26\n  6 | /** Base URLs by name. */\n  7 | export const servers = {{server}} as const;\n    |                          ^\n  help: Did you mean `servers`?",
      "error Templates have no partials. [template-construct-refused]\n  sundial-templates/client.hbs:",
      "[template-syntax]\n  sundial-templates/server.hbs:",
      "error Templates have no helper `shout`. [template-helper-unknown]\n  sundial-templates/index.hbs:7:1",
      "error `module` is code, which is not safe in a comment. [template-place-unsafe]\n  sundial-templates/index.hbs:7:21",
      "Nothing was written.",
    ])
      expect(stderr).toContain(each);
    expect(outputsOf(io)).toEqual({});
    expect(await run(["check"], io)).toBe(1);
  });

  test("that were made for another version of their view are named by each run that generates", async () => {
    const io = await ejected("client");
    await edit(io, "client", /view \d+/, "view 0");
    for (const runs of [1, 2]) {
      expect(await run(["generate"], io)).toBe(0);
      expect(io.printed.stderr.match(/warning The template client was made for version 0 of its view/g)?.length).toBe(runs);
    }
    expect(io.printed.stderr).toContain("[template-view-changed]");
  });
});

describe("a check of an output that is current", () => {
  test.each(["handler", "handlers", "handlers-index", "principal"])("finds mistakes in templates of handlers: %s", async (name) => {
    const io = await ejected(name);
    expect(await run(["generate"], io)).toBe(0);
    await io.write(`${folder}/${name}.hbs`, `${io.text(`${folder}/${name}.hbs`)}{{nothing}}`);
    for (const more of [[], ["--full"]]) expect(await run(["check", ...more], io)).toBe(1);
    expect(io.printed.stderr.match(/error The view has no member `nothing`|error It has no members|\{\{nothing\}\}/g)?.length).toBe(4);
    expect(io.printed.stdout).not.toContain("is current");
  });

  test("names templates that were made for another version of their view, unless that is silenced", async () => {
    const io = await ejected("client", "handler");
    for (const name of ["client", "handler"]) await edit(io, name, /view \d+/, "view 0");
    expect(await run(["generate"], io)).toBe(0);
    expect(await run(["check"], io)).toBe(0);
    expect(io.printed.stderr.match(/\[template-view-changed\]\n {2}sundial-templates\//g)?.length).toBe(4);
    expect(io.printed.stdout).toContain("is current");
    const config = { ...api, templates: "sundial-templates", silence: ["template-view-changed"] };
    await io.write("/project/sundial.config.json", JSON.stringify(config));
    expect(await run(["check"], io)).toBe(0);
    expect(io.printed.stderr.match(/\[template-view-changed\]/g)?.length).toBe(4);
  });
});

describe("the folder of templates", () => {
  const config = { templates: "sundial-templates" };
  const client = "{{client}}";

  test.each<[what: string, io: () => MemoryIo, code: number, message: string]>([
    [
      "that does not exist",
      () => project(config),
      2,
      'The folder of templates "sundial-templates" does not exist. [templates-folder-refused]',
    ],
    ["that is a file", () => project(config, { [folder]: "" }), 2, "cannot be read (ENOTDIR). [templates-folder-refused]"],
    [
      "outside of the project",
      () => project({ templates: "../shared" }, { "/shared/client.hbs": client }),
      2,
      'The folder of templates "../shared" is outside of the project. [templates-folder-refused]\n  sundial.config.json',
    ],
    [
      "that leads out of the project",
      () => project(config, { "/shared/client.hbs": client }, { symlinks: { [folder]: "/shared" } }),
      2,
      "is outside of the project",
    ],
    [
      "with a file that leads out of the project",
      () =>
        project(
          config,
          { [`${folder}/README.md`]: "", "/shared/client.hbs": client },
          { symlinks: { [`${folder}/client.hbs`]: "/shared/client.hbs" } },
        ),
      1,
      "client.hbs leads out of the project. [template-name-unknown]",
    ],
    [
      "inside of the output",
      () => project({ templates: "src/petstore/templates" }),
      2,
      "must not be inside the folder of the generated files",
    ],
    [
      "with a name that is none",
      () => project(config, { [`${folder}/clint.hbs`]: "" }),
      1,
      "[template-name-unknown]\n  sundial-templates/clint.hbs:1:1\n  help: Did you mean client.hbs?",
    ],
    ["with a name in another case", () => project(config, { [`${folder}/Client.hbs`]: "" }), 1, "Did you mean client.hbs?"],
    ["with another extension", () => project(config, { [`${folder}/client.handlebars`]: "" }), 1, "Did you mean client.hbs?"],
    [
      "with partials",
      () => project(config, { [`${folder}/partials/a.hbs`]: "" }),
      1,
      "partials is a folder, and templates have no partials.",
    ],
    ["whose name is no text", () => project({ templates: 1 }), 2, "`templates` must be a string, and is a number."],
  ])("%s is told, and nothing is written", async (_, make, code, message) => {
    const io = make();
    expect(await run(["generate"], io)).toBe(code);
    expect(io.printed.stderr).toContain(message);
    expect(outputsOf(io)).toEqual({});
    expect(await run(["check"], io)).toBe(code);
  });

  test("may have other files", async () => {
    const io = project(config, { [`${folder}/README.md`]: "", [`${folder}/.gitattributes`]: "" });
    expect(await run(["generate"], io)).toBe(0);
  });

  test("is looked at in a run that has nothing to do, too", async () => {
    const io = await ejected("client");
    expect(await run(["generate"], io)).toBe(0);
    await io.write(`${folder}/clint.hbs`, "");
    expect(await run(["generate"], io)).toBe(1);
    expect(await run(["check"], io)).toBe(1);
  });
});

describe("a header", () => {
  const licence = ["Copyright 2030 Acme", "", "SPDX-License-Identifier: MIT"];
  const top =
    "/* eslint-disable */\n// Copyright 2030 Acme\n//\n// SPDX-License-Identifier: MIT\n// Generated by sundial from petstore.yaml. Do not edit: run `";

  test("stands above every generated file, and above no handler", async () => {
    const io = project({ header: licence, eslintDisable: true });
    expect(await run(["generate"], io)).toBe(0);
    const outputs = Object.entries(outputsOf(io));
    for (const [path, text] of outputs) expect([path, text.startsWith(top)]).toEqual([path, !path.includes("/handlers/")]);
    expect(outputs.some(([path]) => path.includes("/runtime/"))).toBe(true);
    expect(await run(["check"], io)).toBe(0);
    expect(await run(["check", "--full"], io)).toBe(0);
  });

  test("is a text of several lines, too, and nothing in it is code", async () => {
    const hostile = "Copyright \u2028globalThis.PWN = 1;\r\na */ globalThis.PWN = 1; /*\n";
    const io = project({ header: hostile });
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/src/petstore/client.ts")).toMatch(
      /^\/\/ Copyright\n\/\/ globalThis\.PWN = 1;\n\/\/ a \*\/ globalThis\.PWN = 1; \/\*\n\/\/ Generated by sundial /,
    );
  });

  test("leaves our files known as ours", async () => {
    const io = project({ header: licence, eslintDisable: true });
    expect(await run(["generate"], io)).toBe(0);
    await io.remove("/project/src/petstore/sundial.json");
    await io.write("/project/src/petstore/client.ts", `${io.text("/project/src/petstore/client.ts")}// mine\n`);
    await io.write("/project/src/petstore/server.ts", "// Copyright 2030 Acme\nexport {};\n");
    await io.write("/project/src/petstore/left.ts", io.text("/project/src/petstore/index.ts"));
    expect(await run(["check"], io)).toBe(1);
    for (const line of ["edited      client.ts", "in the way  server.ts", "orphaned    left.ts"]) expect(io.printed.stdout).toContain(line);
  });

  test("that changes makes the output stale", async () => {
    const io = project({ header: "One" });
    expect(await run(["generate"], io)).toBe(0);
    await io.write("/project/sundial.config.json", JSON.stringify({ ...api, header: "Two", eslintDisable: true }));
    expect(await run(["check"], io)).toBe(1);
    expect(io.printed.stdout).toContain('because the option header changed from ["One"] to ["Two"]');
    expect(io.printed.stdout).toContain("because the option eslintDisable changed from unset to true");
    expect(await run(["generate"], io)).toBe(0);
    expect(await run(["check"], io)).toBe(0);
  });

  test.each<[more: object, message: string]>([
    [{ header: "" }, "`header` must not be empty."],
    [{ header: [] }, "`header` must not be empty."],
    [{ header: ["a", 1] }, "`header` must be a text or a list of lines."],
    [{ header: { a: 1 } }, "`header` must be a text or a list of lines."],
    [{ header: "// Copyright" }, "`header` must not have the marks of a comment."],
    [{ header: ["/*", " * Copyright", " */"] }, "`header` must not have the marks of a comment."],
    [{ header: "Generated by sundial from x" }, "`header` must not look like the line that generated files have."],
    [{ eslintDisable: "yes" }, "`eslintDisable` must be true or false, and is a string."],
    [{ headers: "x" }, "Did you mean `header`?"],
    [{ template: "x" }, "Did you mean `templates`?"],
    [{ eslintDisabled: true }, "Did you mean `eslintDisable`?"],
  ])("%j is a mistake", async (more, message) => {
    const io = project(more);
    expect(await run(["generate"], io)).toBe(2);
    expect(io.printed.stderr).toContain(message);
  });
});
