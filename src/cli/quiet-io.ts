import type { Io } from "../io.js";

/** The same, but that nothing reaches standard output. */
export function quietIo(io: Io): Io {
  const stdout = Object.create(io.stdout, { write: { value: () => undefined } }) as Io["stdout"]; // what it inherits is a sink
  return { ...io, stdout };
}
