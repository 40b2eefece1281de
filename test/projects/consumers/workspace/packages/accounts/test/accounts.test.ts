import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createBookshopClient } from "@acme/apis/bookshop";
import { createInvoicesClient } from "@acme/apis/invoices";
import { account } from "../src/accounts.js";

void test("asks both services", async () => {
  const services = createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    const isBooks = request.url?.startsWith("/books") === true;
    response.end(JSON.stringify(isBooks ? [{ id: 1, title: "Emma" }] : [{ number: "7", cents: 1250 }]));
  });
  await new Promise<void>((resolve) => services.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = services.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port.toString()}`;
    const bookshop = createBookshopClient({ baseUrl, auth: { key: "secret" } });
    assert.deepEqual(await account(createInvoicesClient({ baseUrl }), bookshop, "Jane Austen"), { cents: 1250, books: "- Emma" });
  } finally {
    services.close();
  }
});
