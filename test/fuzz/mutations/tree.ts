/** Descriptions as trees that are changed in place. Members are own whatever their names are. */

export type Tree = null | boolean | number | string | Tree[] | { [member: string]: Tree };
export type Holder = Tree[] | { [member: string]: Tree };

/** One member of an object, or one item of a list. */
export interface Member {
  readonly holder: Holder;
  readonly key: string | number;
  /** From the root, this member's key included. */
  readonly path: readonly (string | number)[];
}

export const isHolder = (value: Tree | undefined): value is Holder => typeof value === "object" && value !== null;
export const isObject = (value: Tree | undefined): value is { [member: string]: Tree } => isHolder(value) && !Array.isArray(value);

export function valueAt({ holder, key }: Pick<Member, "holder" | "key">): Tree | undefined {
  return Array.isArray(holder) ? holder[Number(key)] : Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** The value of a member where it is a text. */
export function textAt(member: Pick<Member, "holder" | "key">): string {
  const value = valueAt(member);
  return typeof value === "string" ? value : "";
}

export function setMember(holder: Holder, key: string | number, value: Tree): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

export function removeMember({ holder, key }: Pick<Member, "holder" | "key">): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

/** Gives a member of an object another name, in the same place. One that has the name already is lost. */
export function renameMember(holder: { [member: string]: Tree }, from: string, to: string): void {
  const members = Object.entries(holder).filter(([name]) => name === from || name !== to);
  for (const name of Object.keys(holder)) Reflect.deleteProperty(holder, name);
  for (const [name, value] of members) setMember(holder, name === from ? to : name, value);
}

/** Every member in the order of the text. Without recursion: what is deepened is deeper than the stack. */
export function membersOf(root: Tree): readonly Member[] {
  const found: Member[] = [];
  const waiting: { readonly value: Tree; readonly path: Member["path"] }[] = [{ value: root, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (!isHolder(value)) continue;
    const own = entriesOf(value).map(([key, child]) => ({ key, child, path: path.length > 60 ? path : [...path, key] }));
    for (const { key, path: at } of own) found.push({ holder: value, key, path: at });
    for (const { child, path: at } of own.reverse()) waiting.push({ value: child, path: at });
  }
  return found;
}

export function entriesOf(holder: Holder): readonly (readonly [string | number, Tree])[] {
  return Array.isArray(holder) ? holder.map((item, index) => [index, item] as const) : Object.entries(holder);
}

/** "#/components/schemas/Pet": a reference to the place of a member, in its own file. */
export function referenceTo(path: Member["path"]): string {
  const steps = path.map((step) =>
    encodeURIComponent(
      String(step)
        .replace(/[\ud800-\udfff]/gu, "\ufffd")
        .replaceAll("~", "~0")
        .replaceAll("/", "~1"),
    ),
  );
  return `#${steps.map((step) => `/${step}`).join("")}`;
}
