import { errorCode, type Io } from "../io.js";

/**
 * What a lock says of its owner. `run`: a run as it signed; `unsigned`: anything else, nothing at all among it; `unreadable`: it may
 * not be read; `none`: there is no lock.
 */
export type Owner =
  | {
      readonly kind: "run";
      readonly text: string;
      readonly pid: number;
      /** See `Io.machine`. */
      readonly machine: string;
      /** See `Io.startOf`; undefined where it is not known. */
      readonly start: string | undefined;
    }
  | { readonly kind: "unsigned"; readonly text: string }
  | { readonly kind: "unreadable" }
  | { readonly kind: "none" };

/** What this run writes into a lock. The time keeps two of its locks apart, and says nothing else: clocks differ. */
export function printOwner(io: Io): string {
  return `${JSON.stringify({ pid: io.pid, machine: io.machine(), start: io.startOf(io.pid), at: io.now() })}\n`;
}

/** Whether two looks at a lock saw the same one. */
export function sameOwner(one: Owner, other: Owner): boolean {
  return one.kind === other.kind && ("text" in one ? one.text : "") === ("text" in other ? other.text : "");
}

export async function readOwner(io: Io, path: string): Promise<Owner> {
  try {
    return parseOwner(new TextDecoder().decode(await io.read(path, { most: 64 * 1024 })));
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === "EFBIG") return { kind: "unsigned", text: "" }; // no run of ours writes so much
    return { kind: code === "ENOENT" ? "none" : "unreadable" };
  }
}

function parseOwner(text: string): Owner {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "unsigned", text };
  }
  if (typeof value !== "object" || value === null) return { kind: "unsigned", text };
  const { pid, machine, start } = value as Readonly<Record<string, unknown>>; // any object; its members are checked below
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0 || typeof machine !== "string") return { kind: "unsigned", text };
  return { kind: "run", text, pid, machine, start: typeof start === "string" ? start : undefined };
}
