// What the types of a server allow, and what they do not. Compiled by a test, never run.
import { createShopServer, type Context, type Item, type ShopHandlers, type ShopReply, type ShopRequest } from "./shop/index.js";

interface Principal {
  readonly name: string;
}

export function parameters({ query, header, path }: ShopRequest<"listItems">): number {
  const limit: number = query.limit;
  const cursor: string | undefined = query.cursor;
  // @ts-expect-error it has no default, so it may be absent
  const always: string = query.cursor;
  // @ts-expect-error nothing of the sort is described
  void query.offset;
  // @ts-expect-error there are no path parameters
  const id: number = path.id;
  // @ts-expect-error a request is not written to
  query.limit = 5;
  return limit + header["X-Trace"].length + (cursor ?? always).length + id;
}

export function bodies(request: ShopRequest<"addItem">): string {
  if (request.contentType === "application/json") {
    const item: Item = request.body;
    return String(item.id);
  }
  if (request.contentType === undefined) {
    const nothing: undefined = request.body;
    return String(nothing);
  }
  // @ts-expect-error it may be text or bytes
  const text: string = request.body;
  return text;
}

export const replies: readonly ShopReply<"listItems">[] = [
  { status: 200, contentType: "application/json", body: [{ id: 1 }], headers: { "X-Total": 5, "X-Other": "x" } },
  { status: 200, contentType: "text/csv", body: "id\n1" },
  { status: 200, contentType: "text/csv", body: new Uint8Array() },
  { status: 404, body: { reason: "gone" } },
  { status: 451, body: { reason: "law" } },
  // @ts-expect-error which of the two?
  { status: 200, body: [{ id: 1 }] },
  // @ts-expect-error that is not the body of a fault
  { status: 404, body: [{ id: 1 }] },
  // @ts-expect-error no such status is described
  { status: 500, body: { reason: "x" } },
  // @ts-expect-error the header is a number
  { status: 200, contentType: "application/json", body: [], headers: { "X-Total": "5" } },
];

export const others: readonly ShopReply<"addItem">[] = [
  { status: 201, body: { id: 1 } },
  { status: 204 },
  { status: 503, body: { reason: "down" } },
  // @ts-expect-error it needs a body
  { status: 201 },
  // @ts-expect-error there can be no body
  { status: 204, body: { id: 1 } },
  { status: 299, body: { reason: "odd" } },
  { status: 599, body: { reason: "odd" } },
  // @ts-expect-error a status that is described itself is not one of `default`
  { status: 201, body: { reason: "x" } },
  // @ts-expect-error nor is that of a reply without a body
  { status: 204, body: { reason: "x" } },
  // @ts-expect-error nobody knows whether that is one of them
  { status: Number("201"), body: { reason: "x" } },
  // @ts-expect-error nothing ends with that
  { status: 100, body: { reason: "x" } },
];

/** `default` beside a range and one of its codes. */
export const mixed: readonly ShopReply<"getPrice">[] = [
  { status: 200, body: 5 },
  { status: 201, body: "soon" },
  { status: 299, body: "soon" },
  { status: 404, body: { reason: "none" } },
  // @ts-expect-error it is described itself
  { status: 200, body: "soon" },
  // @ts-expect-error it is one of the range
  { status: 201, body: { reason: "x" } },
  // @ts-expect-error it is none of the range
  { status: 404, body: "soon" },
];

/** Nothing but `default`. */
export const any: readonly ShopReply<"getTax">[] = [
  { status: 200, body: { reason: "none" } },
  { status: Number("404"), body: { reason: "none" } },
  // @ts-expect-error that is not its body
  { status: 200, body: 5 },
];

export const ranged: readonly ShopReply<"getOwner">[] = [
  { status: 404, body: new Uint8Array() },
  { status: 410, body: { reason: "sold" } },
  // @ts-expect-error a status that is described itself is none of its range
  { status: 404, body: { reason: "gone" } },
];

const handlers: ShopHandlers<Principal> = {
  getPrice: () => ({ status: 200, body: 5 }),
  getTax: ({ path }) => ({ status: path.id > 1 ? 404 : 500, body: { reason: "none" } }),
  getOwner: () => ({ status: 204 }),
  listItems: ({ query }, { principal }) => ({
    status: 200,
    contentType: "application/json",
    body: [{ id: query.limit, name: principal.name }],
  }),
  async addItem(request, { principal, signal }) {
    const nobody: undefined = principal;
    await Promise.resolve(nobody);
    return signal.aborted || request.body === undefined ? { status: 204 } : { status: 201, body: { id: 1 } };
  },
  addFiles({ body: { file, more = [], title, lines } }) {
    const files: readonly Blob[] = [file, ...more];
    const texts: readonly (string | undefined)[] = [title, ...(lines ?? [])];
    console.log(files.length, texts.length);
    return { status: 204 };
  },
  // @ts-expect-error a caller may be anonymous here
  getItem: ({ path }, { principal }) => ({ status: 200, body: new Blob([String(path.id), principal.name]) }),
};

createShopServer<Principal>({
  handlers,
  authenticate: { key: ({ username, password }) => (password === "" ? undefined : { name: username }) },
  errors: ({ detail }) => ({ reason: detail }),
  bodyLimit: 10,
  validateResponses: "warn",
});

createShopServer<Principal>({
  handlers,
  // @ts-expect-error a principal has a name
  authenticate: { key: () => ({ plan: "free" }) },
  // @ts-expect-error that is not the description's error
  errors: ({ detail }) => ({ message: detail }),
});

createShopServer<Principal>({
  handlers: {
    ...handlers,
    // @ts-expect-error the body of a fault under the status of an item
    addItem: () => ({ status: 201, body: { reason: "x" } }),
  },
  authenticate: { key: ({ username }) => ({ name: username }) },
  errors: ({ detail }) => ({ reason: detail }),
});

// @ts-expect-error who authenticates?
createShopServer<Principal>({ handlers, errors: ({ detail }) => ({ reason: detail }) });

/** Handlers as methods of a class, and each as a function of its own. */
export class Shop implements Pick<ShopHandlers<Principal>, "listItems" | "addFiles"> {
  readonly #items: Item[] = [];

  listItems({ query }: ShopRequest<"listItems">, { principal }: Context<Principal>): ShopReply<"listItems"> {
    return { status: 200, contentType: "application/json", body: [...this.#items, { id: query.limit, name: principal.name }] };
  }

  async addFiles(request: ShopRequest<"addFiles">): Promise<ShopReply<"addFiles">> {
    await Promise.resolve(request.body.file);
    return { status: 204 };
  }
}

export const addItem: ShopHandlers<Principal>["addItem"] = ({ body }) =>
  body === undefined ? { status: 204 } : { status: 201, body: { id: 1 } };

export class Wrong implements Pick<ShopHandlers<Principal>, "listItems"> {
  // @ts-expect-error no such status is described
  listItems(): { readonly status: 418 } {
    return { status: 418 };
  }
}

const errors = ({ detail }: { readonly detail?: string | undefined }): { readonly reason: string } => ({ reason: detail ?? "" });

/** Who calls is told from what authenticates and from the handlers, where nobody says it. */
createShopServer({ handlers, authenticate: { key: ({ username }) => ({ name: username }) }, errors });
createShopServer({
  handlers: {
    ...handlers,
    listItems: ({ query }, { principal }) => ({
      status: 200,
      contentType: "application/json",
      body: [{ id: query.limit, name: principal.name }],
    }),
  },
  authenticate: { key: ({ username }) => ({ name: username }) },
  errors,
});
createShopServer({
  handlers,
  // @ts-expect-error a principal has a name
  authenticate: { key: ({ username }) => ({ user: username }) },
  errors,
});
