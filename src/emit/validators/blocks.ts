/** The blocks that statements are made of: the one place that knows where each kind has them. */
import type { Block, Statement } from "./statement.js";

type Kind = Statement["kind"];
type Of<K extends Kind> = Extract<Statement, { readonly kind: K }>;
type MapBlock = (block: Block) => Block;

/** A statement with each of its blocks in another form. What only one statement may be in stays alone. */
const mapped = {
  line: (statement) => statement,
  onward: (statement) => statement,
  read: (statement) => statement,
  ask: (statement) => statement,
  fail: (statement) => statement,
  nested: (statement) => statement,
  none: (statement) => statement,
  return: (statement) => statement,
  member: (statement, map) => ({ ...statement, block: map(statement.block) }),
  one: (statement, map) => ({
    ...statement,
    none: only(map([statement.none]), statement.none),
    several: only(map([statement.several]), statement.several),
  }),
  if: (statement, map) => ({ ...statement, then: map(statement.then), else: map(statement.else) }),
  for: (statement, map) => ({ ...statement, body: map(statement.body) }),
  switch: (statement, map) => ({
    ...statement,
    cases: statement.cases.map(({ labels, body }) => ({ labels, body: map(body) })),
    default: map(statement.default),
  }),
} satisfies { readonly [K in Kind]: (statement: Of<K>, map: MapBlock) => Of<K> };

const only = ([first]: Block, before: Statement): Statement => first ?? before;

export function mapBlocks(statement: Statement, map: MapBlock): Statement {
  // Each function is of the kind that it stands under.
  return (mapped[statement.kind] as (statement: Statement, map: MapBlock) => Statement)(statement, map);
}

export function blocksOf(statement: Statement): readonly Block[] {
  const blocks: Block[] = [];
  mapBlocks(statement, (block) => {
    blocks.push(block);
    return block;
  });
  return blocks;
}

/** All that is said of properties written out. */
export const expanded: MapBlock = (block) =>
  block.flatMap((statement) => (statement.kind === "member" ? expanded(statement.block) : [mapBlocks(statement, expanded)]));

/** The names of properties read only where they are used: what is asked of them in one call needs none. */
export const withoutNames: MapBlock = (block) => {
  const free = new Set(block.flatMap((statement) => (statement.kind === "member" ? [statement.value] : [])));
  return block.flatMap((statement): Block => {
    if (statement.kind !== "read") return [mapBlocks(statement, withoutNames)];
    const members = statement.members.filter((member) => !free.has(member.as));
    return members.length === 0 ? [] : [{ ...statement, members }];
  });
};
