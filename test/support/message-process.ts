/** A program that is talked to by messages of JSON, as language servers are. */
import { spawn } from "node:child_process";

export interface MessageProcess {
  send(text: string): void;
  /** Ends it, and waits until it has ended. */
  close(): Promise<void>;
}

/** Starts a program whose messages each follow a `Content-Length`; each is handed to `receive`. `failed` is told how it ends before it is closed. */
export function startMessageProcess(
  arguments_: readonly string[],
  receive: (message: unknown) => void,
  failed: (reason: Error) => void,
): MessageProcess {
  const [command = "", ...rest] = arguments_;
  const child = spawn(command, rest, { stdio: ["pipe", "pipe", "pipe"] });
  let unread = Buffer.alloc(0);
  let complaints = "";
  let isClosing = false;
  const ended = new Promise<void>((resolve) => {
    child.on("close", (code) => {
      if (!isClosing) failed(new Error(`${command} has ended (${String(code)}): ${complaints.slice(-2000)}`));
      resolve();
    });
  });
  child.on("error", failed);
  child.stdin.on("error", failed);
  child.stderr.on("data", (chunk: Buffer) => void (complaints += chunk.toString()));
  child.stdout.on("data", (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const head = /^\s*Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(unread.toString("latin1", 0, 200));
      if (head === null) return;
      const end = head[0].length + Number(head[1]);
      if (unread.length < end) return;
      receive(JSON.parse(unread.toString("utf8", head[0].length, end)));
      unread = unread.subarray(end);
    }
  });
  return {
    send: (text) => void child.stdin.write(text),
    close: () => {
      isClosing = true;
      child.kill();
      return ended;
    },
  };
}
