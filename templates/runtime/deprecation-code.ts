/** The end of a code, made of a name: "list-users" -> "LIST_USERS", "getPet" -> "GETPET". */
export function codeWord(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .toUpperCase();
}
