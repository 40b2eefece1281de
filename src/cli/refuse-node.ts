import type { Io } from "../io.js";
import { print } from "../report/print.js";
import { refusedNode } from "../version.js";
import { exit } from "./exit-codes.js";

/** Says that this Node is too old, where it is, and returns the exit code for that. Nothing that an old Node could fail at is loaded with it. */
export function refuseNode(versions: NodeJS.ProcessVersions, io: Io): number | undefined {
  const refused = refusedNode(versions);
  if (refused === undefined) return undefined;
  print(io, "stderr", refused);
  return exit.failure;
}
