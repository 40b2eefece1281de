import type { Locate } from "./locate.js";

export function locateInYaml(_text: string): Locate {
  return () => ({ key: 0, value: 0 });
}
