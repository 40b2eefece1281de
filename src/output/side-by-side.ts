/** Most of the time it takes to read, write or move a small file is spent waiting. */
const atOnce = 16;

/** Does the same with each of many files, some at a time; what comes of it is in their order. All that began has ended when it returns or throws. */
export async function sideBySide<T, R>(files: readonly T[], act: (file: T, index: number) => Promise<R>): Promise<readonly R[]> {
  const made: R[] = [];
  for (let start = 0; start < files.length; start += atOnce) {
    const batch = files.slice(start, start + atOnce);
    const results = await Promise.allSettled(batch.map((file, index) => act(file, start + index)));
    for (const result of results) {
      if (result.status === "rejected") throw result.reason;
      made.push(result.value);
    }
  }
  return made;
}
