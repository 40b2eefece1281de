import { describe, expect, it } from "vitest";
import { cloneForRetry } from "../../../../../templates/runtime/client/call/request.js";

const url = "https://petstore.test/pets";

describe("a request that is sent once more", () => {
  it("is the same one while nobody has taken its body", () => {
    const request = new Request(url, { method: "POST", body: "{}" });
    expect(cloneForRetry(request, "{}")).toBe(request);
  });

  it.each([
    ["was read", (request: Request): Promise<unknown> => request.text()],
    ["was handed on, and not read", (request: Request): Promise<unknown> => Promise.resolve(request.body?.getReader())],
  ] as const)("has its body again where that %s", async (_, take) => {
    const request = new Request(url, { method: "POST", body: "{}", headers: { "X-Id": "1" } });
    await take(request);
    const again = cloneForRetry(request, "{}");
    expect([again.method, again.url, again.headers.get("x-id"), await again.text()]).toEqual(["POST", url, "1", "{}"]);
  });

  it("has what a platform reads off it", async () => {
    const request = Object.assign(new Request(url, { method: "POST", body: "{}" }), { next: { tags: ["pets"] }, cf: { cacheTtl: 5 } });
    await request.text();
    expect(cloneForRetry(request, "{}")).toMatchObject({ next: { tags: ["pets"] }, cf: { cacheTtl: 5 } });
  });

  it("is of the class that it was of", async () => {
    class Own extends Request {}
    const request = new Own(url, { method: "POST", body: "{}" });
    await request.text();
    expect(cloneForRetry(request, "{}")).toBeInstanceOf(Own);
  });
});
