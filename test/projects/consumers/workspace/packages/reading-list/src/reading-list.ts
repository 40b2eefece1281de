import { listBooks, type BookshopClient } from "@acme/apis/bookshop";

/** Titles by an author, as lines of a list. */
export async function readingList(bookshop: BookshopClient, author: string): Promise<string> {
  const books = await listBooks(bookshop, { query: { author } });
  if (!books.ok) throw new Error(`The bookshop answers ${books.status.toString()}`);
  return books.data.map(({ title, pages }) => (pages === undefined ? `- ${title}` : `- ${title}, ${pages.toString()} pages`)).join("\n");
}
