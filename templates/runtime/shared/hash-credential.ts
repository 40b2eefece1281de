/**
 * A hash of a credential, for places that must not know it. It is the same for the same credential on every platform and in every process,
 * and cannot be reversed.
 */

/** The fingerprint of a text: 22 characters of base64url, out of the first 128 bits of its SHA-256. */
export type CredentialHash = (text: string) => string | Promise<string>;

/** Remembers `size` texts, so that only the first call of each has to wait. */
export function createCredentialHash(size = 4096): CredentialHash {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found === undefined) return hashed(text).then((hash) => remember(known, text, hash, size));
    return found;
  };
}

/** What came first is forgotten first. */
function remember(known: Map<string, string>, text: string, hash: string, size: number): string {
  const [oldest] = known.keys();
  if (known.size >= size && oldest !== undefined) known.delete(oldest);
  known.set(text, hash);
  return hash;
}

async function hashed(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const bytes = String.fromCharCode(...new Uint8Array(digest, 0, 16));
  return btoa(bytes).replace(/=+$/, "").replace(/\+/g, "-").replace(/\//g, "_");
}
