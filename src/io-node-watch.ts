import { watch } from "node:fs";

/** Milliseconds between two looks where the system cannot tell of changes. */
const interval = 1000;

/** Calls `changed` whenever something in one of the folders may have changed, until what it returns is called. */
export function watchFolders(folders: readonly string[], changed: () => void): () => void {
  const ends: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  // Of a folder that is gone, of too many, or on a disk of another machine: whoever asks looks again from time to time.
  const poll = (): void => {
    timer ??= setInterval(changed, interval);
  };
  for (const folder of new Set(folders)) {
    try {
      const watcher = watch(folder, changed);
      watcher.on("error", poll);
      ends.push(() => {
        watcher.close();
      });
    } catch {
      poll();
    }
  }
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
  };
}

/** Whether somebody has asked the process to end, as Ctrl+C does, while it is listened for: it then ends when what is under way is done. */
export function listenForEnd(asked: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, asked);
  return () => {
    for (const signal of signals) process.off(signal, asked);
  };
}
