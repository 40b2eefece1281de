import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createBookshopClient } from "../src/bookshop/index.js";
import { readingList } from "../src/reading-list.js";

void test("lists what an author wrote", async () => {
  const asked: (string | undefined)[] = [];
  const shop = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify([
        { id: 1, title: "Emma", pages: 474 },
        { id: 2, title: "Persuasion" },
      ]),
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = shop.address() as AddressInfo;
    const bookshop = createBookshopClient({ baseUrl: `http://127.0.0.1:${port.toString()}`, auth: { key: "secret" } });
    assert.equal(await readingList(bookshop, "Jane Austen"), "- Emma, 474 pages\n- Persuasion");
    assert.deepEqual(asked, ["/books?author=Jane%20Austen"]);
  } finally {
    shop.close();
  }
});
