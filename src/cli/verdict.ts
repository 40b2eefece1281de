import type { Io } from "../io.js";
import { print, visible } from "../report/print.js";

/** Names that are printed; of more, the number is given. */
const maxNames = 5;

/**
 * Says in one line how a run over several APIs ended: on standard error where some failed, so that it stays in sight without the rest. `done`:
 * what those are that are not left over. `others`: those that are something else, and failed in nothing.
 */
export function printVerdict(
  count: number,
  failed: readonly string[],
  done: string,
  io: Io,
  others: { readonly names: readonly string[]; readonly are: string } = { names: [], are: "" },
): void {
  if (count < 2) return;
  const fine = count - failed.length - others.names.length;
  const clauses = [
    `${String(fine)} of ${String(count)} APIs ${done}`,
    ...(others.names.length === 0 ? [] : [`${list(others.names)} ${others.are}`]),
    ...(failed.length === 0 ? [] : [`${list(failed)} failed`]),
  ];
  print(io, failed.length === 0 ? "stdout" : "stderr", `${clauses.join("; ")}\n`);
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map(visible);
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more === 0 ? "" : ` and ${String(more)} more`}`;
}
