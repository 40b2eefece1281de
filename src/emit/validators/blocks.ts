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
  count: (statement) => statement,
  return: (statement) => statement,
  member: (statement, map) => ({ ...statement, block: map(statement.block) }),
  forms: (statement, map) => ({ ...statement, block: map(statement.block), guard: map(statement.guard) }),
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

const isInForms = ({ kind }: Statement): boolean => kind === "member" || kind === "forms";

/** What a guard asks: all that is said of properties, and no calls that collect issues. Blocks inside are left as they are. */
export function askedByGuard(block: Block): Block {
  if (!block.some(isInForms)) return block;
  return block.flatMap((statement) => {
    if (statement.kind === "member") return askedByGuard(statement.block);
    return statement.kind === "forms" ? askedByGuard(statement.guard) : statement;
  });
}
