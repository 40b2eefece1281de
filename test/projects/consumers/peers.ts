/** Repositories of users of other generators, for the same changes: openapi-typescript, with its own check and with git's; GraphQL Code Generator. */
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { script } from "./consumer.js";
import { gitEnvironment, repositoryIn, type Repository } from "./repository.js";
import type { Surroundings } from "./set-up.js";
import type { DescriptionEdits, Subject } from "./subject.js";
import { bookshopEdits } from "./sundial-subject.js";
import { versionOf } from "../versions.js";

const description = fileURLToPath(new URL("client/openapi.yaml", import.meta.url));

const schema = `# Books.
type Book {
  id: Int!
  title: String!
  pages: Int
}

type Problem {
  message: String!
}

type Query {
  "List books."
  books(author: String): [Book!]!
  problems: [Problem!]!
}
`;

const schemaEdits: DescriptionEdits = {
  comment: (text) => text.replace("# Books.\n", "# Books, and nothing else.\n\n"),
  words: (text) => text.replace("List books.", "List the books that are for sale."),
  version: (text) => text, // it has none
  member: (text) => text.replace("  pages: Int", "  isbn: String\n  pages: Int"),
  other: (text) => text.replace("  message: ", "  code: String\n  message: "),
  clash: (text) => text.replace("  pages: Int", "  publisher: String\n  pages: Int"),
};

const packages = [
  "openapi-typescript@^7.0.0",
  "typescript@^5.9.0",
  "prettier@^3.8.1",
  "graphql@^17.0.0",
  "@graphql-codegen/cli@^7.0.0",
  "@graphql-codegen/typescript@^6.0.0",
];

/** The repositories of peers, which are one: each has its description, its output and its scripts in it. */
export async function setUpPeers({ root, environment, tools, pin }: Surroundings): Promise<readonly Subject[]> {
  const folder = join(root, "peers");
  const repository = repositoryIn(folder, { ...environment, ...gitEnvironment });
  await mkdir(folder, { recursive: true });
  await cp(description, join(folder, "openapi.yaml"));
  await repository.write("schema.graphql", schema);
  await repository.write(".gitignore", "node_modules/\n");
  await repository.write(".prettierrc.json", '{ "printWidth": 100, "singleQuote": true }\n');
  const output = { schema: "schema.graphql", generates: { "src/graphql/types.ts": { plugins: ["typescript"] } } };
  await repository.write("codegen.ts", `export default ${JSON.stringify(output, undefined, 2)};\n`);
  const openapi = "openapi-typescript openapi.yaml -o src/bookshop/types.ts";
  const scripts = {
    openapi,
    "openapi:check": `${openapi} --check`,
    "openapi:diff": `${openapi} && git diff --exit-code -- src/bookshop`,
    graphql: "graphql-codegen --config codegen.ts",
    "graphql:check": "graphql-codegen --config codegen.ts --check",
  };
  const versions = await Promise.all(packages.map(async (each) => [each.replace(/(?<=.)@.*/, ""), await versionOf(each, pin)] as const));
  await repository.write(
    "package.json",
    `${JSON.stringify({ private: true, scripts, devDependencies: Object.fromEntries(versions) }, undefined, 2)}\n`,
  );
  await repository.git("init", "--quiet", "--initial-branch=main");
  await repository.run("npm", "install");
  await repository.run(...script("npm", "openapi"));
  await repository.run(...script("npm", "graphql"));
  await repository.commit("Generate the code");
  return peersIn(repository, tools);
}

/** What changes are made to in a repository that is set up. */
export function peersIn(repository: Repository, tools: Subject["tools"]): readonly Subject[] {
  const openapi = {
    repository,
    home: ".",
    tools,
    description: "openapi.yaml",
    edits: bookshopEdits,
    output: "src/bookshop",
    types: "src/bookshop/types.ts",
    generate: script("npm", "openapi"),
    config: "package.json",
    point: pointer(repository, "package.json", "openapi.yaml", "src/bookshop"),
  };
  return [
    { ...openapi, generator: "openapi-typescript", check: script("npm", "openapi:check") },
    { ...openapi, generator: "git diff", check: script("npm", "openapi:diff") },
    {
      repository,
      home: ".",
      tools,
      description: "schema.graphql",
      edits: schemaEdits,
      output: "src/graphql",
      types: "src/graphql/types.ts",
      generator: "graphql-codegen",
      generate: script("npm", "graphql"),
      check: script("npm", "graphql:check"),
      config: "codegen.ts",
      point: pointer(repository, "codegen.ts", "schema.graphql", "src/graphql"),
    },
  ];
}

function pointer(repository: Repository, config: string, description: string, output: string): Subject["point"] {
  return (to) =>
    repository.edit(config, (text) =>
      text.replaceAll(description, to.url ?? to.description ?? description).replaceAll(output, to.output ?? output),
    );
}
