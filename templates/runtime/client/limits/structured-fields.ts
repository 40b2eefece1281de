/** Numbers and strings are read; values of other types are there as they are written, and a parameter without one is true. */
export interface ListItem {
  readonly value: string | number;
  readonly parameters: ReadonlyMap<string, string | number | true>;
}

/**
 * The items of a structured field that is a list, or none where it is malformed anywhere. Lists within lists are not read.
 * @see https://www.rfc-editor.org/rfc/rfc9651#section-4.2
 */
export function parseStructuredList(text: string): readonly ListItem[] {
  let rest = text;
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest)?.[0];
    rest = rest.slice(found?.length);
    return found;
  };
  const takeValue = (): string | number | undefined => {
    const number = take(/^-?(\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])/);
    if (number !== undefined) return Number(number);
    const string = take(/^"([ !#-[\]-~]|\\["\\])*"/);
    if (string !== undefined) return string.slice(1, -1).replace(/\\(.)/g, "$1");
    return take(/^([A-Za-z*][\w!#$%&'*+.^`|~:/-]*|:[A-Za-z\d+/=]*:|\?[01]|@-?\d{1,15})/);
  };
  const items: ListItem[] = [];
  if (!text) return items;
  do {
    const value = takeValue();
    const parameters = new Map<string, string | number | true>();
    while (take(/^; */) !== undefined) {
      const name = take(/^[a-z*][a-z\d_.*-]*/);
      const given = take(/^=/) === undefined || takeValue();
      if (name === undefined || given === undefined) return [];
      parameters.set(name, given);
    }
    if (value === undefined) return [];
    items.push({ value, parameters });
  } while (take(/^[ \t]*,[ \t]*/) !== undefined);
  return rest === "" ? items : [];
}
