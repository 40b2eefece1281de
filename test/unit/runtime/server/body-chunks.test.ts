import { expect, test } from "vitest";
import { concatenated, keepChunk } from "../../../../templates/runtime/server/route/http-exchange.js";

test.each([
  ["of one byte each", 200_000, () => 1],
  ["small ones, large ones among them", 20_000, (index: number) => (index % 1000 === 0 ? 65_536 : 1 + (index % 7))],
])("many chunks of a body are kept in few pieces, and none of their bytes is lost: %s", (_, count, lengthOf) => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let most = 0;
  let copied = 0;
  for (let index = 0; index < count; index += 1) {
    const chunk = new Uint8Array(lengthOf(index)).fill(index % 251);
    size += chunk.byteLength;
    const before = chunks.length;
    keepChunk(chunks, chunk);
    if (chunks.length < before) copied += chunks[0]?.byteLength ?? 0;
    most = Math.max(most, chunks.length);
  }
  // What each takes besides is less than a few times its bytes, and no byte is copied without end.
  expect(most).toBeLessThan(Math.max(300, size / 60));
  expect(copied).toBeLessThan(100 * size);
  const whole = concatenated(chunks, size);
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const length = lengthOf(index);
    if (whole[at] !== index % 251 || whole[at + length - 1] !== index % 251) expect([index, whole[at]]).toEqual([index, index % 251]);
    at += length;
  }
  expect([at, whole.byteLength]).toEqual([size, size]);
});
