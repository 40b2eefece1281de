import { createRequire } from "node:module";
import { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, parseEvents, SCALAR_STYLE, YAMLException, type Event, type ScalarEvent } from "js-yaml";
import type { Document, Node, Scalar, YAMLParseError } from "yaml";
import { MAX_NESTING } from "./size-limits.js";
import { nestsDeeper } from "./yaml-depth.js";

/** YAML text taken apart, so that js-yaml makes values of it. */
export interface YamlEvents {
  readonly events: readonly Event[];
  /** What offsets of events lead into: the text, and behind it what does not stand in it as it is meant. */
  readonly source: string;
  /** Offset in the text where a scalar begins: of a quoted one the quote, of a block its bar; `before` where nothing is written. */
  readonly startOf: (event: ScalarEvent, before: number) => number;
}

/**
 * Takes YAML text apart. js-yaml does so four times as fast as `yaml`, but rejects some valid YAML, such as a flow mapping whose closing
 * bracket is in the column of its key. `yaml` decides then. Throws js-yaml's `YAMLException` for text that neither reads.
 */
export function readYamlEvents(text: string): YamlEvents {
  try {
    return {
      events: parseEvents(text, { maxDepth: MAX_NESTING }),
      source: text,
      startOf: (event, before) => scalarStart(text, event, before),
    };
  } catch (error) {
    if (!(error instanceof YAMLException) || isTooDeep(text)) throw error;
    const exact = exactYamlEvents(text);
    if (exact === undefined) throw error;
    return exact;
  }
}

/** The same by `yaml`; undefined for text that has mistakes. */
export function exactYamlEvents(text: string): YamlEvents | undefined {
  const document = parseDocument(text);
  return document.errors.every(isHarmless) && repeatedKeys(document).length === 0 ? eventsOf(document, text) : undefined;
}

/** libyaml, and with it most tools, takes a comment right behind a quote. The value is complete. */
function isHarmless({ message }: Document.Parsed["errors"][number]): boolean {
  return message.startsWith("Comments must be separated");
}

/** The same of text in which keys appear twice in an object: of each the last one; undefined for text with other mistakes. */
export function yamlEventsOfLast(text: string): YamlEvents | undefined {
  const document = parseDocument(text);
  return document.errors.every(isHarmless) ? eventsOf(document, text) : undefined;
}

/** The mistakes that `yaml` finds, all of them, in text that is not too deep for it. */
export function yamlErrors(text: string): Document.Parsed["errors"] {
  const document = parseDocument(text);
  const errors = document.errors.filter((error) => !isHarmless(error));
  const repeated = repeatedKeys(document);
  return repeated.length === 0 ? errors : [...errors, ...repeated].sort((a, b) => a.pos[0] - b.pos[0]);
}

/** Keys that stand in their object before. `yaml` itself compares each key with all of the object. */
function repeatedKeys({ contents }: Document.Parsed): readonly YAMLParseError[] {
  const { isScalar, visit, YAMLParseError: Mistake } = createRequire(import.meta.url)("yaml") as typeof import("yaml"); // what the package declares
  const found: YAMLParseError[] = [];
  if (contents === null) return found;
  visit(contents, {
    Map(_, { items }) {
      const values = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const start = key.range?.[0] ?? 0;
        if (values.has(key.value)) found.push(new Mistake([start, start + 1], "DUPLICATE_KEY", "Map keys must be unique"));
        values.add(key.value);
      }
    },
  });
  return found;
}

/** To `yaml` a lone carriage return ends no line: it gets line feeds, at the same offsets. */
function withLineFeeds(text: string): string {
  return text.replace(/\r(?!\n)/g, "\n");
}

/** Whether text is too deep for `yaml`, which overflows the stack on it, or ends the process where it meets a regular expression there. */
export function isTooDeep(text: string): boolean {
  return nestsDeeper(withLineFeeds(text), MAX_NESTING);
}

/** Most descriptions need it not, and then the parser is not loaded. */
function parseDocument(text: string): Document.Parsed {
  const yaml = createRequire(import.meta.url)("yaml") as typeof import("yaml"); // what the package declares
  return yaml.parseDocument(withLineFeeds(text), {
    version: "1.2",
    schema: "core",
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
  });
}

function scalarStart(text: string, { valueStart, style }: ScalarEvent, before: number): number {
  if (valueStart < 0) return before;
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) return valueStart - 1;
  if (style === SCALAR_STYLE.PLAIN) return valueStart;
  return text.lastIndexOf(style === SCALAR_STYLE.LITERAL_BLOCK ? "|" : ">", valueStart - 1);
}

type Written = Node | null | undefined;

/** What `yaml` has read, as js-yaml would tell it. Values, anchors and tags are written out behind the text, as they are meant. */
function eventsOf(document: Document.Parsed, text: string): YamlEvents {
  const events: Event[] = [{ type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: [] }];
  const starts = new Map<Event, number>();
  const behind: string[] = [];
  let end = text.length;
  const write = (part: string): readonly [start: number, end: number] => {
    behind.push(part);
    end += part.length;
    return [end - part.length, end];
  };
  const properties = (node: Written): Properties => {
    const anchor = node != null && "anchor" in node ? node.anchor : undefined;
    const [anchorStart, anchorEnd] = anchor === undefined ? [-1, -1] : write(anchor);
    const [tagStart, tagEnd] = node?.tag === undefined ? [-1, -1] : write(node.tag === "!" ? "!" : `!<${node.tag}>`);
    return { anchorStart, anchorEnd, tagStart, tagEnd };
  };
  const emit = (node: Written): void => {
    const { isAlias, isMap, isPair, isScalar, isSeq } = createRequire(import.meta.url)("yaml") as typeof import("yaml"); // as above
    const start = node?.range?.[0] ?? 0;
    if (isAlias(node)) events.push({ type: EVENT_ID.ALIAS, anchorStart: start + 1, anchorEnd: start + 1 + node.source.length });
    else if (isMap(node) || isSeq(node)) {
      const type = isMap(node) ? EVENT_ID.MAPPING : EVENT_ID.SEQUENCE;
      events.push({ type, start, style: COLLECTION_STYLE.BLOCK, ...properties(node) });
      // A document that `yaml` has parsed holds nodes and nothing else.
      const last = new Map(node.items.map((item) => [nameOf(item), item]));
      for (const item of node.items) {
        if (last.get(nameOf(item)) !== item) continue;
        if (isPair(item)) for (const part of [item.key, item.value]) emit(part as Written);
        else emit(item as Written);
      }
      events.push({ type: EVENT_ID.POP });
    } else {
      const [valueStart, valueEnd] = isScalar(node) && isWritten(node) ? write(node.source ?? "") : [-1, -1];
      const style = isScalar(node) && node.type !== "PLAIN" && valueStart >= 0 ? SCALAR_STYLE.DOUBLE_QUOTED : SCALAR_STYLE.PLAIN;
      const event: Event = {
        ...{ type: EVENT_ID.SCALAR, valueStart, valueEnd, style, chomping: CHOMPING_MODE.CLIP, indent: -1, fast: true },
        ...properties(node),
      };
      if (valueStart >= 0) starts.set(event, start);
      events.push(event);
    }
  };
  if (document.contents !== null) emit(document.contents);
  events.push({ type: EVENT_ID.POP });
  return { events, source: text + behind.join(""), startOf: (event, before) => starts.get(event) ?? before };
}

/** What one member of a mapping is told from others by: a text where its key is one, which `<<` is not, else itself. */
function nameOf(item: unknown): unknown {
  const key = typeof item === "object" && item !== null && "key" in item ? item.key : undefined;
  const name = typeof key === "object" && key !== null && "value" in key ? key.value : undefined;
  return (name === null || typeof name === "string" || typeof name === "number" || typeof name === "boolean") && name !== "<<"
    ? String(name)
    : item;
}

type Properties = Pick<ScalarEvent, "anchorStart" | "anchorEnd" | "tagStart" | "tagEnd">;

/** A plain scalar of no text is a key without a value. */
function isWritten({ type, source }: Scalar): boolean {
  return type !== "PLAIN" || (source ?? "") !== "";
}
