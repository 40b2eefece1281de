/** The version of this package, as `package.json` has it; a test holds the two together. */
export const version = "0.1.0";

/** The oldest Node that runs this, as `package.json` has it. */
export const oldestNode = "20.19.0";

/** What to say where this runs in a Node that is too old for it; undefined in any other, and in Bun and Deno, which have numbers of their own. */
export function refusedNode({ node, bun, deno }: NodeJS.ProcessVersions): string | undefined {
  if (bun !== undefined || deno !== undefined || !isOlder(node, oldestNode)) return undefined;
  return `error openapi-sundial ${version} needs Node ${oldestNode} or later, and this is Node ${node}. [usage]\n`;
}

/** Whether a version comes before another, by the order of semantic versions. What is no version comes before nothing, and nothing before it. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [parts(one), parts(other)];
  if (a === undefined || b === undefined) return false;
  for (const [index, number] of a.numbers.entries()) if (number !== b.numbers[index]) return number < (b.numbers[index] ?? 0);
  return isEarlier(a.labels, b.labels);
}

function parts(version: string): { readonly numbers: readonly number[]; readonly labels: readonly string[] } | undefined {
  const [, core, labels] = /^(\d+\.\d+\.\d+)(?:-([\w.-]+))?/.exec(version) ?? [];
  return core === undefined ? undefined : { numbers: core.split(".").map(Number), labels: labels?.split(".") ?? [] };
}

/** Labels of versions before a release: "beta.2" comes before "beta.10", and before the release, which has none. */
function isEarlier(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return one.length > other.length;
  for (const [index, label] of one.entries()) {
    const against = other[index];
    if (against === undefined) return false;
    if (label === against) continue;
    const [a, b] = [Number(label), Number(against)];
    return Number.isNaN(a) || Number.isNaN(b) ? (Number.isNaN(b) === Number.isNaN(a) ? label < against : Number.isNaN(b)) : a < b;
  }
  return one.length < other.length;
}
