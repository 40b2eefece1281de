import { expect, test } from "vitest";
import { publicNames } from "../../../src/upgrade/public-names.js";

test("what an index hands on is followed through files, whatever imports end in, and into a shared runtime", () => {
  const names = publicNames(
    "/p/api/index.ts",
    new Map([
      ["/p/api/index.ts", 'export * from "./client.js";\nexport type { Policy } from "./limits";\nexport type * from "./types.ts";\n'],
      [
        "/p/api/client.ts",
        'import { Gate, hidden } from "../runtime/gate.js";\nexport { Gate };\nexport { RateLimitError as LimitError } from "../runtime/gate.js";\nexport const a = hidden;\n',
      ],
      ["/p/api/limits.ts", "export type Policy = 1;\nexport type Hidden = 2;\n"],
      ["/p/api/types.ts", "export type Pet = 1;\n"],
      ["/p/api/routes.ts", "export const routes = 1;\n"],
      ["/p/runtime/gate.ts", 'export * from "./inner.js";\nexport class Gate {}\n'],
      ["/p/runtime/inner.ts", "export class RateLimitError {}\n"],
    ]),
  );
  expect(Object.fromEntries(names)).toEqual({
    "/p/api/index.ts": "all",
    "/p/api/client.ts": "all",
    "/p/api/types.ts": "all",
    "/p/api/limits.ts": new Set(["Policy"]),
    "/p/runtime/gate.ts": new Set(["Gate", "RateLimitError"]),
    "/p/runtime/inner.ts": new Set(["Gate", "RateLimitError"]),
  });
});

test("files that hand one another on in a circle end", () => {
  const texts = new Map([
    ["/a/index.ts", 'export * from "./b.js";\n'],
    ["/a/b.ts", 'export * from "./index.js";\n'],
  ]);
  expect([...publicNames("/a/index.ts", texts).keys()]).toEqual(["/a/index.ts", "/a/b.ts"]);
});
