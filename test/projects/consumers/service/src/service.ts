import { type Book, type BookshopHandlers, createBookshopServer } from "./api/index.js";

interface Seller {
  readonly name: string;
}

/** A bookshop that keeps its books in memory. */
export function createService(sellers: ReadonlyMap<string, Seller>) {
  const books = new Map<number, Book>();
  const handlers: BookshopHandlers<Seller> = {
    listBooks({ query }) {
      const found = [...books.values()].filter(({ author }) => query.author === undefined || author === query.author);
      return { status: 200, body: found.slice(0, query.limit) };
    },
    addBook({ body }) {
      const book = { ...body, id: books.size + 1 };
      books.set(book.id, book);
      return { status: 201, body: book };
    },
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the service has it until its last day
    getBook({ path }) {
      const book = books.get(path.bookId);
      if (book === undefined) return { status: 404, body: { message: "There is no such book." } };
      return { status: 200, body: book };
    },
  };
  return createBookshopServer({
    handlers,
    authenticate: { key: (key) => sellers.get(key) },
    errors: (problem) => ({ message: problem.detail }),
  });
}
