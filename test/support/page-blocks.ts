/** A block of code of a page, which says in a comment above it which file it is. */
export interface PageBlock {
  readonly path: string;
  readonly text: string;
}

/** The blocks of TypeScript of a page that say which file they are: `<!-- file: server.ts -->`. */
export function blocksOf(page: string): readonly PageBlock[] {
  return [...page.matchAll(/<!-- file: (\S+) -->\n```ts\n([\s\S]*?)```/g)].map(([, path = "", text = ""]) => ({ path, text }));
}
