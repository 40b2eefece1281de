/** Calls by path: what is written is held against the description, whatever else it says. */
import { createPetstoreClient, petstorePaths } from "./petstore/index.js";

const paths = petstorePaths(createPetstoreClient());

export async function literals(): Promise<void> {
  // @ts-expect-error: an animal has its id from the service
  await paths.POST("/pets", { body: { id: 1, name: "Rex", categoryId: 1 } });
  // @ts-expect-error: as above
  await paths.request("post", "/pets", { body: { id: 1, name: "Rex", categoryId: 1 } });
  // @ts-expect-error: there is no such parameter
  await paths.GET("/pets", { params: { query: { page: 1 } } });
  // @ts-expect-error: of a deprecated path neither
  await paths.GET("/pets/{petId}", { params: { path: { petId: 1 }, query: { page: 1 } } });
}

export async function others(): Promise<void> {
  const stored = { id: 1, name: "Rex", categoryId: 1 };
  await paths.POST("/pets", { body: stored });
  await paths.POST("/pets", { body: { ...stored, name: "Max" } });
  await paths.GET("/pets", { cache: "no-store", next: { revalidate: 60 } });
}

/** A literal beside it leaves what is read as it was asked for. */
export async function parsedWithLiterals(): Promise<readonly [string | undefined, Blob | undefined]> {
  const text = await paths.GET("/pets", { params: { query: { status: "available" } }, parseAs: "text" });
  const blob = await paths.request("post", "/pets", { body: { name: "Rex", categoryId: 1, status: "sold" }, parseAs: "blob" });
  return [text.data, blob.data];
}

export async function parsed(): Promise<readonly [string | undefined, Blob | undefined, string | undefined]> {
  const text = await paths.GET("/pets", { parseAs: "text" });
  const blob = await paths.GET("/pets/{petId}", { params: { path: { petId: 1 } }, parseAs: "blob" });
  const pets = await paths.GET("/pets");
  return [text.data, blob.data, pets.data?.[0]?.name];
}

/** As `vi.spyOn` and its kin see a function: a type with several overloads is its last one there. */
interface Mocked<Call extends (...given: never[]) => unknown> {
  resolve(value: Awaited<ReturnType<Call>>): void;
}

export function mocked(get: Mocked<typeof paths.GET>, post: Mocked<typeof paths.POST>, request: Mocked<typeof paths.request>): void {
  get.resolve({ data: [], response: new Response() });
  post.resolve({ data: { id: 1, name: "Rex", categoryId: 1, tags: [], status: "available" } as never, response: new Response() });
  request.resolve({ data: [], response: new Response() });
  // @ts-expect-error: no answer is a number
  get.resolve(1);
  // @ts-expect-error: every answer has its response
  get.resolve({ data: [] });
}
