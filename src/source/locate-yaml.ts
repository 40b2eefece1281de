import { EVENT_ID, getScalarValue, type Event } from "js-yaml";
import type { Locate, SourceSpot } from "./locate.js";
import type { YamlEvents } from "./yaml-events.js";

/** A value of YAML text, and its event. */
interface Node {
  readonly at: number;
  readonly start: number;
  readonly isContainer: boolean;
}

/** What is in a value. */
interface Content {
  readonly members: Map<string, { readonly key: number; readonly node: Node }>;
  /** What `<<` brings in: looked through when a member is not the object's own. */
  readonly merged: readonly Node[];
}

/** Finds places in YAML text that parses. Only the values on the way to a place are looked into, each once. */
export function locateInYaml(yaml: YamlEvents): Locate {
  const { root, contentOf } = createReader(yaml);
  const find = (node: Node, token: string): { readonly key: number; readonly node: Node } | undefined => {
    const { members, merged } = contentOf(node);
    const own = members.get(token);
    if (own !== undefined) return own;
    for (const from of merged) {
      const inherited = find(from, token);
      if (inherited !== undefined) return inherited;
    }
    return undefined;
  };
  return (tokens) => {
    let spot: SourceSpot = { key: root.start, value: root.start, isContainer: root.isContainer };
    let node = root;
    for (const token of tokens) {
      const next = find(node, token);
      if (next === undefined) break;
      node = next.node;
      spot = { key: next.key, value: node.start, isContainer: node.isContainer };
    }
    return spot;
  };
}

/** What looks into values. */
interface Reader {
  readonly root: Node;
  readonly contentOf: (node: Node) => Content;
}

function createReader(yaml: YamlEvents): Reader {
  const { events, source, startOf } = yaml;
  const { behind, targets } = outlineOf(yaml);
  const known = new Map<number, Content>();
  const isList = ({ at }: Node): boolean => events[at]?.type === EVENT_ID.SEQUENCE;
  const nodeAt = (at: number, before: number): Node => {
    const event = events[at];
    switch (event?.type) {
      case EVENT_ID.ALIAS: {
        const target = targets.get(at);
        return target === undefined ? { at, start: event.anchorStart - 1, isContainer: false } : nodeAt(target, event.anchorStart - 1);
      }
      case EVENT_ID.SCALAR:
        return { at, start: startOf(event, before), isContainer: false };
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        return { at, start: event.start, isContainer: true };
      default:
        return { at, start: before, isContainer: false };
    }
  };
  const itemsOf = (list: Node): Content => {
    const members: Content["members"] = new Map();
    for (let at = list.at + 1; isValue(events[at]); at = behind[at] ?? events.length) {
      const node = nodeAt(at, list.start);
      members.set(String(members.size), { key: node.start, node });
    }
    return { members, merged: [] };
  };
  const membersOf = (mapping: Node): Content => {
    const members: Content["members"] = new Map();
    const merged: Node[] = [];
    for (let at = mapping.at + 1; isValue(events[at]); at = behind[at] ?? events.length) {
      const event = events[at];
      const name = event?.type === EVENT_ID.SCALAR ? getScalarValue(source, event) : "";
      const key = nodeAt(at, mapping.start);
      at = behind[at] ?? events.length;
      const node = nodeAt(at, key.start);
      if (name === "<<")
        for (const item of isList(node) ? Array.from(contentOf(node).members.values(), (member) => member.node) : [node]) merged.push(item);
      else if (!members.has(name)) members.set(name, { key: key.start, node });
    }
    return { members, merged };
  };
  const contentOf = (node: Node): Content => {
    if (!node.isContainer) return nothing;
    const content = known.get(node.at) ?? (isList(node) ? itemsOf(node) : membersOf(node));
    known.set(node.at, content);
    return content;
  };
  return {
    root: nodeAt(
      events.findIndex((event) => event.type !== EVENT_ID.DOCUMENT),
      0,
    ),
    contentOf,
  };
}

const nothing: Content = { members: new Map(), merged: [] };

/** Of each event that a value begins with, which one is behind the value; and of aliases, the event of the value they stand for. */
function outlineOf({ events, source }: YamlEvents): { readonly behind: Int32Array; readonly targets: ReadonlyMap<number, number> } {
  const behind = new Int32Array(events.length);
  const targets = new Map<number, number>();
  const anchors = new Map<string, number>();
  const open: number[] = [];
  for (const [at, event] of events.entries()) {
    if (event.type === EVENT_ID.POP) {
      behind[open.pop() ?? at] = at + 1;
      continue;
    }
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) open.push(at);
    else behind[at] = at + 1;
    if (event.type === EVENT_ID.DOCUMENT || event.anchorStart < 0) continue;
    const name = source.slice(event.anchorStart, event.anchorEnd);
    const target = anchors.get(name);
    if (event.type !== EVENT_ID.ALIAS) anchors.set(name, at);
    else if (target !== undefined) targets.set(at, target);
  }
  return { behind, targets };
}

function isValue(event: Event | undefined): boolean {
  return event !== undefined && event.type !== EVENT_ID.POP;
}
