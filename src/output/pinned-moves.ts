import type { FetchedFile } from "./pinned-layout.js";
import type { PinnedLock } from "./pinned-lock.js";

/** URLs below `to` are those of what was fetched from below `from`. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** Files as they are kept, and the same for a single URL. */
export interface Settled {
  readonly files: readonly FetchedFile[];
  readonly urlOf: (url: string) => string;
}

/**
 * A server may redirect to another place each time, as one does that signs URLs. What a file refers to is then asked for there, too. Files keep the
 * places that they were first found at, so that a lock changes only where something does. Unless a text names the place itself: references to it lead there.
 * `files`: root first, and each after one that refers to it.
 */
export function settled(files: readonly FetchedFile[], lock: PinnedLock | undefined): Settled {
  const known = new Map(lock?.files.map((file) => [file.url, file]));
  const moves: Move[] = [];
  const urlOf = (url: string): string => {
    const move = moves.find(({ from }) => url.startsWith(from));
    return move === undefined ? url : move.to + url.slice(move.from.length);
  };
  const kept = files.map((file): FetchedFile => {
    const url = urlOf(file.url);
    const before = known.get(url);
    if (file.from === undefined || before?.from === undefined || before.from === file.from) return { ...file, url };
    const move = { from: new URL(".", file.from).href, to: new URL(".", before.from).href };
    if (isNamed(move, files)) return { ...file, url };
    if (move.from !== move.to) moves.push(move);
    return { ...file, url, from: before.from };
  });
  return { files: kept, urlOf };
}

/** Whether a text names what is new about a place. */
function isNamed({ from, to }: Move, files: readonly FetchedFile[]): boolean {
  const [fresh, old] = [new URL(from), new URL(to)];
  const marks = [...(fresh.origin === old.origin ? [] : [fresh.host]), ...(fresh.pathname === old.pathname ? [] : [fresh.pathname])];
  return marks.some((mark) => mark === "/" || files.some(({ text }) => text.includes(mark)));
}
