/** What stays between compilations must not change what is found. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilers, projectRoot, run, temporaryFolder, tsc, writeFiles } from "../../support/compile.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

const uses = `import { one } from "./one.js";
import { createServer } from "node:http";
export const wrong: string = one;
export const length = document.title.length;
export const ends = [1].at(-1);
export function implicit(value) { return createServer; }
`;

/** What libraries are checked against, too. */
const meddling = "export {};\ndeclare global {\n  interface Event {\n    readonly clipboardData: number;\n  }\n}\n";

const settings = {
  "files of packages that are checked": { lib: ["es2022", "dom"], types: [], strict: true, skipLibCheck: false },
  "files of packages that another file meddles with": { lib: ["es2022", "dom"], types: [], strict: true, skipLibCheck: false },
  "a browser": { lib: ["es2020", "dom"], types: [], strict: true },
  Node: { lib: ["es2022"], types: ["node"], strict: true, isolatedDeclarations: true, declaration: true },
  "no strictness": { lib: ["es2022", "dom"], types: ["node"], strict: false },
};

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFiles(folder.path, [
    { path: "one.ts", text: "export const one = 1;\n" },
    { path: "use.ts", text: uses },
    { path: "apart/meddling.ts", text: meddling },
    ...Object.entries(settings).map(([name, options]) => ({
      path: `${name}.json`,
      text: JSON.stringify({
        compilerOptions: { module: "nodenext", target: "es2022", noEmit: true, skipLibCheck: true, ...options },
        include: name.includes("meddles") ? ["*.ts", "apart"] : ["*.ts"],
      }),
    })),
  ]);
});
afterAll(() => folder.remove());

test.each(["5.9", "6"] as const)("a compiler that stays finds what one that has just begun finds: TypeScript %s", async (compiler) => {
  const program = join(projectRoot, "node_modules", compilers[compiler], "bin/tsc");
  for (const name of Object.keys(settings)) {
    const { status, output } = await run(process.execPath, [program, "-p", `${name}.json`, "--pretty", "false"], folder.path);
    expect(output).toContain("error TS");
    expect(/lib\.dom\.d\.ts\(.*error TS/.test(output)).toBe(name.includes("meddles"));
    for (const round of [1, 2]) {
      const stayed = await tsc(join(folder.path, `${name}.json`), compiler);
      expect({ round, name, failed: stayed.status !== 0, output: stayed.output }).toEqual({ round, name, failed: status !== 0, output });
    }
  }
});
