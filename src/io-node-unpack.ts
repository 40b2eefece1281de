import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { errorCode } from "./io.js";

/**
 * The bytes of a body, with the codings of its `Content-Encoding` undone. Rejects with "TRUNCATED" where the body ends before its own end mark, with
 * "EFBIG" where it is more than `most` bytes, and with "ENCODING" where it is no such coding, or packed more often than anybody does: each time
 * would cost as much as a whole answer.
 * @see RFC 9110, section 8.4
 */
export async function unpack(body: Uint8Array, contentEncoding: string, most: number): Promise<Uint8Array> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > mostCodings) throw coded("ENCODING", `it is packed ${String(codings.length)} times`);
  let bytes = body;
  // The last one was applied last. A body of no bytes has nothing to unpack.
  for (const coding of codings.reverse()) if (bytes.length > 0) bytes = await undone(bytes, coding, most);
  return bytes;
}

const mostCodings = 2;

async function undone(bytes: Uint8Array, coding: string, most: number): Promise<Uint8Array> {
  const undo = decompressor(coding, bytes[0] ?? 0);
  if (undo === undefined) throw coded("ENCODING", `it is packed as ${JSON.stringify(coding)}, which was not asked for`);
  try {
    return new Uint8Array(await undo(bytes, Number.isFinite(most) ? { maxOutputLength: most } : {}));
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const reason = error instanceof Error ? error.message : code;
    if (code === "ERR_BUFFER_TOO_LARGE") throw coded("EFBIG", `the answer has more than ${String(most)} bytes`);
    // zstd says in these words what the others say with a code.
    if (code === "Z_BUF_ERROR" || /src size is incorrect|unexpected end/i.test(reason)) throw coded("TRUNCATED", reason);
    throw coded("ENCODING", `it says that it is packed as ${coding}, and is not (${reason})`);
  }
}

type Decompress = (bytes: Uint8Array, options: zlib.ZlibOptions & zlib.BrotliOptions) => Promise<Buffer>;

/** By the name of the coding, and by the first byte: some servers leave out the frame around `deflate`. */
function decompressor(coding: string, first: number): Decompress | undefined {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip);
    case "deflate":
      return promisify<Uint8Array, zlib.ZlibOptions, Buffer>((first & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw);
    case "br":
      return promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
    case "zstd": {
      const { zstdDecompress } = zlib as { readonly zstdDecompress?: typeof zlib.gunzip }; // not in Node 20
      return zstdDecompress === undefined ? undefined : promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zstdDecompress);
    }
    default:
      return undefined;
  }
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
