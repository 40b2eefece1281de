import { EVENT_ID, getScalarValue, type Event } from "js-yaml";
import type { Locate, SourceSpot } from "./locate.js";
import { readYamlEvents } from "./yaml-events.js";

/** A value of YAML text: where it begins, and what is in it. */
interface Node {
  readonly start: number;
  readonly isContainer: boolean;
  readonly members: Map<string, { readonly key: number; readonly node: Node }>;
  /** What `<<` brings in: looked through when a member is not the object's own. */
  readonly merged: Node[];
}

/** Finds places in YAML text that parses. The text is parsed again: only diagnostics need places. */
export function locateInYaml(text: string): Locate {
  const root = read(text);
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

function find(node: Node, token: string): { readonly key: number; readonly node: Node } | undefined {
  const own = node.members.get(token);
  if (own !== undefined) return own;
  for (const from of node.merged) {
    const inherited = find(from, token);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

function read(text: string): Node {
  const { events, source, startOf } = readYamlEvents(text);
  const anchors = new Map<string, Node>();
  let at = events.findIndex((event) => event.type !== EVENT_ID.DOCUMENT);

  const value = (before: number): Node => {
    const event = events[at++];
    if (event === undefined || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return scalar(before);
    if (event.type === EVENT_ID.ALIAS)
      return anchors.get(source.slice(event.anchorStart, event.anchorEnd)) ?? scalar(event.anchorStart - 1);
    const node = event.type === EVENT_ID.SCALAR ? scalar(startOf(event, before)) : { ...scalar(event.start), isContainer: true };
    if (event.anchorStart >= 0) anchors.set(source.slice(event.anchorStart, event.anchorEnd), node);
    if (event.type === EVENT_ID.MAPPING) members(node);
    else if (event.type === EVENT_ID.SEQUENCE) items(node);
    return node;
  };
  const members = (parent: Node): void => {
    while (isValue(events[at])) {
      const event = events[at];
      const name = event?.type === EVENT_ID.SCALAR ? getScalarValue(source, event) : "";
      const key = value(parent.start);
      const node = value(key.start);
      if (name === "<<") parent.merged.push(...(node.members.has("0") ? [...node.members.values()].map((member) => member.node) : [node]));
      else if (!parent.members.has(name)) parent.members.set(name, { key: key.start, node });
    }
    at++;
  };
  const items = (parent: Node): void => {
    for (let index = 0; isValue(events[at]); index++) {
      const node = value(parent.start);
      parent.members.set(String(index), { key: node.start, node });
    }
    at++;
  };
  return at < 0 ? scalar(0) : value(0);
}

function isValue(event: Event | undefined): boolean {
  return event !== undefined && event.type !== EVENT_ID.POP;
}

function scalar(start: number): Node {
  return { start, isContainer: false, members: new Map(), merged: [] };
}
