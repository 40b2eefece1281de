/** The same call by several clients: each a program that a bundler takes. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newerNode, peers } from "../newer-node.js";
import { generate, type GenerateOptions } from "../../src/library-functions.js";

export interface Described {
  /** Path of the description. */
  readonly input: string;
  /** The function that is called. */
  readonly operation: string;
  /** The same by its path. */
  readonly path: string;
}

export interface Program {
  readonly client: string;
  /** Writes the client and its program into a folder. Gives the program's path, or says what is missing. */
  readonly write: (folder: string) => Promise<string | { readonly missing: string }>;
}

/** A client of ours, and one function. */
export function bySundial({ input, operation }: Described, settings: Pick<GenerateOptions, "limits">): Program {
  return {
    client: settings.limits === false ? "sundial, limits: false" : "sundial",
    write: async (folder) => {
      const { create } = await output(folder, input, { emit: ["types", "client"], ...settings });
      return program(folder, `export { ${create}, ${operation} } from "./index.js";\n`);
    },
  };
}

/** A client of ours, and calls by path: openapi-fetch's methods. */
export function byPath({ input }: Described, settings: Pick<GenerateOptions, "limits">): Program {
  return {
    client: "sundial, by path",
    write: async (folder) => {
      const { create, paths } = await output(folder, input, { emit: ["types", "client", "paths"], ...settings });
      return program(folder, `export { ${create}, ${paths} } from "./index.js";\n`);
    },
  };
}

/** Bare openapi-fetch, which has nothing of the description. */
export function openapiFetch({ path }: Described): Program {
  return {
    client: "openapi-fetch",
    write: (folder) =>
      Promise.resolve(
        program(
          folder,
          `import createClient from "openapi-fetch";\nexport const call = () => createClient({ baseUrl: "/" }).GET(${JSON.stringify(path)} as never);\n`,
        ),
      ),
  };
}

export function byHeyApi({ input, operation }: Described): Program {
  const parts = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  return peer(
    "hey-api",
    "@hey-api/openapi-ts/bin/run.js",
    (folder) => ["-i", input, "-o", folder, "-p", ...parts],
    operation,
    "sdk.gen.ts",
  );
}

export function byOrval({ input, operation }: Described): Program {
  const flags = (folder: string): readonly string[] => ["--input", input, "--output", join(folder, "api.ts"), "--client", "fetch"];
  return peer("orval", "orval/dist/bin/orval.mjs", flags, operation, "api.ts");
}

/** Another generator, run as its users run it. */
function peer(client: string, script: string, flags: (folder: string) => readonly string[], operation: string, module: string): Program {
  return {
    client,
    write: (folder) => {
      const node = newerNode();
      const path = join(peers, script);
      if (node === undefined || !existsSync(path)) return Promise.resolve({ missing: "not installed: npm ci --prefix bench" });
      mkdirSync(folder, { recursive: true });
      try {
        execFileSync(node, [path, ...flags(folder)], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
      } catch (error) {
        return Promise.resolve({ missing: `fails: ${lastLine(error)}` });
      }
      const generated = join(folder, module);
      const text = existsSync(generated) ? readFileSync(generated, "utf8") : "";
      if (!new RegExp(`export const ${operation}\\b`).test(text)) return Promise.resolve({ missing: `has no ${operation}` });
      return Promise.resolve(program(folder, `export { ${operation} } from "./${module.replace(/\.ts$/, ".js")}";\n`));
    },
  };
}

/** What a program that failed said last. */
function lastLine(error: unknown): string {
  const { stderr } = error as { readonly stderr?: Buffer }; // of execFileSync
  return (stderr?.toString() ?? String(error)).trim().split("\n").at(-1)?.slice(0, 80) ?? "";
}

/** Generates into a folder; gives the names of what makes a client, and calls by path. */
async function output(
  folder: string,
  input: string,
  settings: Pick<GenerateOptions, "emit" | "limits">,
): Promise<{ readonly create: string; readonly paths: string }> {
  const { files, diagnostics } = await generate({ input, ...settings });
  if (files.length === 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const named = (path: string, pattern: RegExp): string => pattern.exec(files.find((file) => file.path === path)?.text ?? "")?.[1] ?? "";
  return { create: named("client.ts", /export function (create\w+)/), paths: named("paths.ts", /export function (\w+Paths)/) };
}

function program(folder: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "program.ts"), text);
  return join(folder, "program.ts");
}
