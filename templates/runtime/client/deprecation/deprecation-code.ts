/** The end of a code, made of a name: "list-users" -> "LIST_USERS", "getPet" -> "GETPET". */
export const codeWord = (name: string): string => (name.match(/[a-z\d]+/gi) ?? []).join("_").toUpperCase();
