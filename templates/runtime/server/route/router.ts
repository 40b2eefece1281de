/**
 * Finds the routes of a request line. Paths are split on `/` before anything is percent-decoded, and compared as RFC 3986 normalises
 * them. A segment without parameters wins over one with text and parameters, and that wins over a lone parameter. Where the better branch
 * has no match, or another method only, the next one is tried.
 */

/** A route as it is put in: `template` is the whole path, base path included ("/v1/pets/{petId}"). */
export interface Placed<T> {
  readonly method: string;
  readonly template: string;
  readonly route: T;
}

/** A route that fits, with the raw (still percent-encoded) text of each path parameter, in the order of `names`. */
export interface Candidate<T> {
  readonly route: T;
  readonly names: readonly string[];
  /** Those that the next one follows in the same segment, by position, and the text between the two, which may be in their values. */
  readonly neighbours: readonly Neighbour[];
  /** Query pairs that a `?` in the path template asks for. */
  readonly condition: readonly (readonly [name: string, value: string])[];
}

/** See `Candidate`. */
export interface Neighbour {
  readonly index: number;
  readonly text: string;
}

export type Found<T> =
  | { readonly kind: "found"; readonly candidates: readonly Candidate<T>[]; readonly values: readonly string[] }
  | { readonly kind: "method"; /** For the `Allow` header. */ readonly allow: readonly string[] }
  | { readonly kind: "path" }
  | { readonly kind: "malformed" };

export interface Router<T> {
  /** `path` is the raw path, without query. */
  find(method: string, path: string): Found<T>;
}

type Entries<T> = Map<string, Candidate<T>[]>;
interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  /** The same by their decoded text: for callers who encode more than they need to. */
  readonly decoded: Map<string, Node<T>>;
  readonly mixed: { readonly texts: readonly string[]; readonly key: string; readonly node: Node<T> }[];
  open: Node<T> | undefined;
  readonly entries: Entries<T>;
}

const none: readonly string[] = [];

export function createRouter<T>(routes: readonly Placed<T>[]): Router<T> {
  const root = createNode<T>();
  const whole = new Map<string, Entries<T>>();
  for (const placed of routes) insert(root, whole, placed);
  return {
    find(method, path) {
      // Most requests of most services go to a path without parameters, written as the description has it.
      const direct = whole.get(path);
      const known = direct === undefined ? undefined : entryOf(direct, method);
      if (known !== undefined) return { kind: "found", candidates: known, values: none };
      const raw = path.split("/");
      const normal = raw.map(normalised);
      const decoded = path.includes("%") ? raw.map(percentDecoded) : raw;
      if (!decoded.every((segment) => segment !== undefined)) return { kind: "malformed" };
      const search: Search<T> = { method, raw, normal, decoded, values: [], allow: new Set(), result: undefined };
      walk(root, 1, search);
      if (search.result !== undefined) return { kind: "found", candidates: search.result, values: search.values };
      if (search.allow.size === 0) return { kind: "path" };
      return { kind: "method", allow: allowed(search.allow) };
    },
  };
}

interface Search<T> {
  readonly method: string;
  readonly raw: readonly string[];
  readonly normal: readonly string[];
  readonly decoded: readonly string[];
  readonly values: string[];
  readonly allow: Set<string>;
  result: readonly Candidate<T>[] | undefined;
}

/** Depth first; every node is visited once at most, because only one path leads to it. */
function walk<T>(node: Node<T>, index: number, search: Search<T>): boolean {
  if (index === search.raw.length) {
    search.result = entryOf(node.entries, search.method);
    if (search.result !== undefined) return true;
    for (const method of node.entries.keys()) search.allow.add(method);
    return false;
  }
  const normal = search.normal[index] ?? "";
  const fixed = node.fixed.get(normal);
  if (fixed !== undefined && walk(fixed, index + 1, search)) return true;
  const raw = search.raw[index] ?? "";
  const depth = search.values.length;
  for (const { texts, node: next } of node.mixed) {
    const values = capture(texts, normal);
    if (values === undefined) continue;
    search.values.push(...values);
    if (walk(next, index + 1, search)) return true;
    search.values.length = depth;
  }
  if (node.open !== undefined && raw !== "") {
    search.values.push(raw);
    if (walk(node.open, index + 1, search)) return true;
    search.values.length = depth;
  }
  const loose = node.decoded.get(search.decoded[index] ?? "");
  return loose !== undefined && loose !== fixed && walk(loose, index + 1, search);
}

/** HEAD is answered by GET unless it is described. */
function entryOf<T>(entries: Entries<T>, method: string): readonly Candidate<T>[] | undefined {
  return entries.get(method) ?? (method === "HEAD" ? entries.get("GET") : undefined);
}

function allowed(methods: ReadonlySet<string>): readonly string[] {
  return [...new Set([...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"])].sort();
}

/**
 * The parts of a segment between its texts, none of them empty. Matched from the right, each text at its last position. That finds a match
 * whenever there is one, in linear time, and gives the first parameter the most ("a.b.json" is "a.b", "json").
 */
function capture(texts: readonly string[], segment: string): readonly string[] | undefined {
  const [first = "", ...rest] = texts;
  const last = rest.pop() ?? "";
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined;
  let end = segment.length - last.length;
  const values: string[] = [];
  for (const text of rest.reverse()) {
    const at = segment.lastIndexOf(text, end - 1 - text.length);
    if (at <= first.length - 1) return undefined;
    values.unshift(segment.slice(at + text.length, end));
    end = at;
  }
  if (end <= first.length) return undefined;
  values.unshift(segment.slice(first.length, end));
  return values;
}

function createNode<T>(): Node<T> {
  return { fixed: new Map(), decoded: new Map(), mixed: [], open: undefined, entries: new Map() };
}

function insert<T>(root: Node<T>, whole: Map<string, Entries<T>>, { method, template, route }: Placed<T>): void {
  const { path, condition } = splitTemplate(template);
  // A fragment never reaches a server as such: the path without it is what is sent. A caller that means exactly this
  // operation can say so by sending the `#` percent-encoded, which the second place is for.
  const bare = path.split("#", 1)[0] ?? path;
  for (const place of new Set([bare, path])) {
    const names: string[] = [];
    const neighbours: Neighbour[] = [];
    const node = place
      .split("/")
      .slice(1)
      .reduce((parent, segment) => {
        for (const [index, text] of textsAround(segment).slice(1, -1).entries())
          neighbours.push({ index: names.length + index, text: normalised(text) });
        return child(parent, segment, names);
      }, root);
    const candidate = { route, names, neighbours, condition };
    addTo(node.entries, method, candidate, place === path && path !== bare);
    if (names.length === 0 && place === bare) whole.set(place, node.entries);
  }
}

/** Those with a condition come first: they say more. Otherwise the order of the description counts. */
function addTo<T>(entries: Entries<T>, method: string, candidate: Candidate<T>, ahead: boolean): void {
  const list = entries.get(method) ?? [];
  entries.set(method, list);
  const place = ahead ? 0 : list.findIndex(({ condition }) => condition.length < candidate.condition.length);
  list.splice(place === -1 ? list.length : place, 0, candidate);
}

/** What stands before, between and behind the parameters of a segment. */
const textsAround = (segment: string): readonly string[] => segment.split(/\{[^{}]*\}/);

function child<T>(parent: Node<T>, segment: string, names: string[]): Node<T> {
  const texts = textsAround(segment);
  if (texts.length === 1) return fixedChild(parent, segment);
  for (const [, name = ""] of segment.matchAll(/\{([^{}]*)\}/g)) names.push(name);
  if (texts.length === 2 && texts[0] === "" && texts[1] === "") return (parent.open ??= createNode());
  return mixedChild(parent, texts.map(normalised));
}

function fixedChild<T>(parent: Node<T>, segment: string): Node<T> {
  const text = normalised(segment);
  const known = parent.fixed.get(text);
  if (known !== undefined) return known;
  const node = createNode<T>();
  parent.fixed.set(text, node);
  const decoded = percentDecoded(segment) ?? segment;
  if (!parent.decoded.has(decoded)) parent.decoded.set(decoded, node);
  return node;
}

/** Those with more text stand first. */
function mixedChild<T>(parent: Node<T>, texts: readonly string[]): Node<T> {
  const key = JSON.stringify(texts);
  const known = parent.mixed.find((other) => other.key === key);
  if (known !== undefined) return known.node;
  const node = createNode<T>();
  const weight = texts.join("").length;
  const place = parent.mixed.findIndex((other) => other.texts.join("").length < weight);
  parent.mixed.splice(place === -1 ? parent.mixed.length : place, 0, { texts, key, node });
  return node;
}

/** A description may put a query into a path ("/reports?beta=true"): the operation is for requests that have these pairs. */
function splitTemplate(template: string): { readonly path: string; readonly condition: readonly (readonly [string, string])[] } {
  const mark = template.indexOf("?");
  if (mark === -1) return { path: template, condition: [] };
  const condition = template
    .slice(mark + 1)
    .split("#", 1)
    .join("")
    .split("&")
    .filter((pair) => pair !== "" && !pair.includes("{"))
    .map((pair): readonly [string, string] => {
      const equals = pair.indexOf("=");
      return equals === -1 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
  return { path: template.slice(0, mark), condition };
}

/**
 * A segment as it is compared: `%2E` is a dot, but `%3A` is no colon. A letter, a digit and `-._~` mean the same either way; other
 * characters of a path divide it where they are not encoded, and are data where they are; what can only be encoded is.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2
 */
function normalised(segment: string): string {
  if (/^[\w\-.~!$&'()*+,;=:@]*$/.test(segment)) return segment;
  return segment.replace(/%[0-9A-Fa-f]{2}|[^\w\-.~!$&'()*+,;=:@]/gu, (part) => {
    if (part.length < 3) return encodeURIComponent(part.replace(/\p{Surrogate}/gu, "\ufffd"));
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w\-.~]/.test(character) ? character : part.toUpperCase();
  });
}

/** The text that percent-encoding stands for; `undefined` when it is not well formed. */
export function percentDecoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
