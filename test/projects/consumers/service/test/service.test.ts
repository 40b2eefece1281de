import assert from "node:assert/strict";
import { test } from "node:test";
import { createService } from "../src/service.js";

const service = createService(new Map([["secret", { name: "Anna" }]]));
const headers = { Authorization: "Bearer secret", "Content-Type": "application/json" };
const url = "https://bookshop.example/v1/books";

void test("adds a book, and lists it", async () => {
  const body = JSON.stringify({ title: "Emma", author: "Jane Austen" });
  const added = await service.fetch(new Request(url, { method: "POST", headers, body }));
  assert.equal(added.status, 201);
  const listed = await service.fetch(new Request(`${url}?author=Jane%20Austen`, { headers }));
  assert.deepEqual(await listed.json(), [{ title: "Emma", author: "Jane Austen", id: 1 }]);
});

void test("refuses a book without a title, and a stranger", async () => {
  const refused = await service.fetch(new Request(url, { method: "POST", headers, body: "{}" }));
  assert.equal(refused.status, 400);
  const stranger = await service.fetch(new Request(url));
  assert.equal(stranger.status, 401);
});
