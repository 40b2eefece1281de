import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { evaluate } from "../../../../templates/runtime/shared/redis-client.js";
import { consumeAllScript, extendScript, releaseScript } from "../../../../templates/runtime/server/limits/redis-scripts.js";
import { consumeScript } from "../../../../templates/runtime/server/limits/redis-limits.js";
import { swapScript } from "../../../../templates/runtime/client/limits/redis-states.js";

it.each([
  ["counts", consumeScript],
  ["counts policies of all kinds", consumeAllScript],
  ["extends a lease", extendScript],
  ["ends one", releaseScript],
  ["compares and sets", swapScript],
])("the hash that is written beside the script that %s is its own", (_, script) => {
  expect(createHash("sha1").update(script.text).digest("hex")).toBe(script.sha1);
});

it("a script that the server does not know is sent as a whole, and other errors are passed on", async () => {
  const sent: unknown[][] = [];
  const redis = {
    evalsha: (...call: unknown[]) => {
      sent.push(["evalsha", ...call]);
      return Promise.reject(new Error(call[0] === "known" ? "READONLY You can't write" : "NOSCRIPT No matching script."));
    },
    eval: (...call: unknown[]) => {
      sent.push(["eval", ...call]);
      return Promise.resolve("done");
    },
  };
  expect(await evaluate(redis, { text: "return 1", sha1: "unknown" }, ["key"], ["a", "b"])).toBe("done");
  await expect(evaluate(redis, { text: "return 1", sha1: "known" }, ["key"], [])).rejects.toThrow("READONLY");
  expect(sent).toEqual([
    ["evalsha", "unknown", 1, "key", "a", "b"],
    ["eval", "return 1", 1, "key", "a", "b"],
    ["evalsha", "known", 1, "key"],
  ]);
});
