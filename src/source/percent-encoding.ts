/** A text with its percent-encoding undone. Where it is not well-formed, as with a lone "%", it means itself, as every other tool reads it. */
export function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a request sends of the user name and the password of a URL, behind the word "Basic" (RFC 7617). */
export function basicCredential({ username, password }: Pick<URL, "username" | "password">): string {
  return Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
}
