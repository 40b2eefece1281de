import type { BookshopClient } from "@acme/apis/bookshop";
import { type InvoicesClient, listInvoices } from "@acme/apis/invoices";
import { readingList } from "@acme/reading-list";

/** What is still to be paid, in cents, and what to read meanwhile. */
export async function account(invoices: InvoicesClient, bookshop: BookshopClient, author: string) {
  const unpaid = await listInvoices(invoices, { query: { paid: false } });
  if (!unpaid.ok) throw new Error(`The answer is ${unpaid.status.toString()}`);
  return {
    cents: unpaid.data.reduce((sum, { cents }) => sum + cents, 0),
    books: await readingList(bookshop, author),
  };
}
