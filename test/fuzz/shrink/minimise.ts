/** Delta debugging: of a list that fails, a part that still fails and of which nothing more can be left out, chunk by chunk. */
export type Fails<T> = (candidate: T) => Promise<boolean>;

/** Chunks are halved until they are single items. `fails` is asked for parts that are smaller than what there is. */
export async function minimise<T>(items: readonly T[], fails: Fails<readonly T[]>): Promise<readonly T[]> {
  let kept = items;
  let size = Math.max(1, Math.ceil(items.length / 2));
  for (;;) {
    let isSmaller = false;
    for (let start = 0; start < kept.length;) {
      const candidate = kept.toSpliced(start, size);
      if (await fails(candidate)) {
        kept = candidate;
        isSmaller = true;
      } else start += size;
    }
    if (size === 1 && !isSmaller) return kept;
    if (!isSmaller || size > kept.length) size = Math.max(1, Math.floor(size / 2));
  }
}
