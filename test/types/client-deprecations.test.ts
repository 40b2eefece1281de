import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot, temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { generateFrom, generateTexts } from "../support/pipeline.js";

const program = `import { createPetstoreClient, DeprecationError, getPet, type DeprecationEvent } from "./petstore/index.js";
import { createPlainClient } from "./plain/index.js";

const told: DeprecationEvent[] = [];
createPetstoreClient({ onDeprecation: (event) => told.push(event) });
createPetstoreClient({ onDeprecation: async ({ code, part, past, deprecation }) => void [code, part, past, deprecation.sunset?.epoch] });
createPetstoreClient({ deprecations: "silent" });
createPetstoreClient({ deprecations: (event) => { console.log(event.message); } });
createPetstoreClient({ deprecations: { PETSTORE_DEP_GETPET: "error", PETSTORE_DEP_GETPET_SUNSET_PASSED: "warn" } });
// @ts-expect-error there is no such action
createPetstoreClient({ deprecations: "loud" });
// @ts-expect-error nor for a code
createPetstoreClient({ deprecations: { PETSTORE_DEP_GETPET: true } });
// @ts-expect-error a description without a deprecation has no such option
createPlainClient({ baseUrl: "https://example.com", deprecations: "silent" });
try {
  await getPet(createPetstoreClient(), { path: { petId: 1 } });
} catch (error) {
  if (error instanceof DeprecationError) console.log(error.code, error.event.deprecation.replacement?.operation);
}
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const petstore = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client"]);
  const description =
    'openapi: 3.1.0\ninfo: { title: Plain, version: 1.0.0 }\npaths: { /a: { get: { operationId: a, responses: { "204": { description: Done } } } } }\n';
  const plain = await generateTexts({ "plain.yaml": description }, ["types", "client"]);
  const inFolder = (name: string, { files }: typeof plain): typeof plain.files =>
    files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
  await writeFiles(folder.path, [...inFolder("petstore", petstore), ...inFolder("plain", plain), { path: "use.ts", text: program }]);
});

afterAll(() => folder.remove());

it.each(["5.9", "7"] as const)(
  "the options about deprecations take what they are described to take, with TypeScript %s",
  async (compiler) => {
    expect(await typeCheck(folder.path, ["use.ts"], compiler, "browser")).toEqual([]);
  },
);
