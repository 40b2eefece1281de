import pc from "picocolors";
import type { Io, Sink } from "../io.js";

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours for a stream: on a terminal, unless NO_COLOR is set to anything; FORCE_COLOR turns them on elsewhere too. */
export function colorsFor(io: Io, sink: Sink): Colors {
  return pc.createColors(wantsColor(io, sink));
}

export function wantsColor({ env }: Io, sink: Sink): boolean {
  if (isSet(env["NO_COLOR"])) return false;
  if (isSet(env["FORCE_COLOR"])) return env["FORCE_COLOR"] !== "0";
  return sink.isTTY && env["TERM"] !== "dumb";
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}
