import { createHash } from "node:crypto";
import { piecesOf } from "../io.js";

/**
 * SHA-256 of a text, hex, as if its lines ended in LF and it had no byte order mark: a checkout with `core.autocrlf` has
 * the same hash as the commit it came from. Bytes are read as UTF-8.
 */
export function contentHash(content: string | Uint8Array): string {
  const hash = createHash("sha256");
  if (typeof content === "string") {
    const text = content.includes("\r") || content.startsWith("\ufeff") ? normalise(content) : content;
    for (const piece of piecesOf(text)) hash.update(piece, "utf8");
  } else {
    // Most files have neither, and then the bytes need not be decoded.
    const plain = !content.includes(carriageReturn) && content[0] !== 0xef;
    hash.update(plain ? content : normalise(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content)));
  }
  return hash.digest("hex");
}

const carriageReturn = 0x0d;

function normalise(text: string): string {
  return text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
}
