/** Calls by path: what is written is held against the description, whatever else it says. */
import { createPetstoreClient } from "./petstore/index.js";

const petstore = createPetstoreClient();

export async function literals(): Promise<void> {
  // @ts-expect-error: an animal has its id from the service
  await petstore.POST("/pets", { body: { id: 1, name: "Rex", categoryId: 1 } });
  // @ts-expect-error: as above
  await petstore.request("post", "/pets", { body: { id: 1, name: "Rex", categoryId: 1 } });
  // @ts-expect-error: there is no such parameter
  await petstore.GET("/pets", { params: { query: { page: 1 } } });
  // @ts-expect-error: of a deprecated path neither
  await petstore.GET("/pets/{petId}", { params: { path: { petId: 1 }, query: { page: 1 } } });
}

export async function others(): Promise<void> {
  const stored = { id: 1, name: "Rex", categoryId: 1 };
  await petstore.POST("/pets", { body: stored });
  await petstore.POST("/pets", { body: { ...stored, name: "Max" } });
  await petstore.GET("/pets", { cache: "no-store", next: { revalidate: 60 } });
}

export async function parsed(): Promise<readonly [string | undefined, Blob | undefined, string | undefined]> {
  const text = await petstore.GET("/pets", { parseAs: "text" });
  const blob = await petstore.GET("/pets/{petId}", { params: { path: { petId: 1 } }, parseAs: "blob" });
  const pets = await petstore.GET("/pets");
  return [text.data, blob.data, pets.data?.[0]?.name];
}

/** As `vi.spyOn` and its kin see a function: a type with several overloads is its last one there. */
interface Mocked<Call extends (...given: never[]) => unknown> {
  resolve(value: Awaited<ReturnType<Call>>): void;
}

export function mocked(
  get: Mocked<typeof petstore.GET>,
  post: Mocked<typeof petstore.POST>,
  request: Mocked<typeof petstore.request>,
): void {
  get.resolve({ data: [], response: new Response() });
  post.resolve({ data: { id: 1, name: "Rex", categoryId: 1, tags: [], status: "available" } as never, response: new Response() });
  request.resolve({ data: [], response: new Response() });
  // @ts-expect-error: no answer is a number
  get.resolve(1);
  // @ts-expect-error: every answer has its response
  get.resolve({ data: [] });
}
