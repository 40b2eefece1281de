import { isFirst } from "./once.js";
import { startCompilers } from "./warm-compilers.js";

/** The compilers stay for as long as there are tests. */
export default async function setup(): Promise<(() => void) | undefined> {
  return isFirst("COMPILERS") ? startCompilers() : undefined;
}
