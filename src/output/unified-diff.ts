/**
 * A unified diff of what is on disk and what `generate` would write, or a sentence when they have too little in common to
 * compare line by line. `undefined` stands for a file that does not exist. Line endings do not count.
 */
export async function unifiedDiff(name: string, onDisk: string | undefined, generated: string | undefined): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  const [before, after] = [onDisk ?? "", generated ?? ""].map((text) => text.replaceAll("\r\n", "\n"));
  const patch = createTwoFilesPatch(
    onDisk === undefined ? "/dev/null" : `a/${name}`,
    generated === undefined ? "/dev/null" : `b/${name}`,
    before ?? "",
    after ?? "",
    undefined,
    undefined,
    {
      context: 3,
      timeout: 2_000,
      headerOptions: FILE_HEADERS_ONLY,
    },
  );
  return patch ?? `--- a/${name}\n+++ b/${name}\nThe two differ in too many places to print.\n`;
}
