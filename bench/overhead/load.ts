/**
 * Asks a server as fast as it answers, over 64 connections for so many seconds, and tells how many answers came. On bare sockets: a
 * client library would need the core that the server is to have.
 */
import { connect } from "node:net";

export interface Load {
  readonly port: number;
  readonly seconds: number;
  readonly request: string;
  /** The only status that is expected. */
  readonly status: number;
}

const connections = 64;
const endOfHead = Buffer.from("\r\n\r\n");

/** Bytes of a whole answer, or undefined while its head is not complete. */
function sizeOf(answer: Buffer, expected: string): number | undefined {
  const end = answer.indexOf(endOfHead);
  if (end === -1) return undefined;
  const head = answer.toString("latin1", 0, end);
  if (!head.startsWith(expected)) throw new Error(`Unexpected answer: ${head}`);
  return end + endOfHead.length + Number(/content-length: *(\d+)/i.exec(head)?.[1]);
}

function drive({ port, seconds, request, status }: Load): Promise<number> {
  const expected = `HTTP/1.1 ${String(status)} `;
  const question = Buffer.from(request);
  let answers = 0;
  const open = (): (() => void) => {
    const socket = connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    let received: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const size = sizeOf(received, expected);
      if (size === undefined || received.length < size) return;
      if (received.length > size) throw new Error("More than was asked for");
      received = Buffer.alloc(0);
      answers += 1;
      socket.write(question);
    });
    socket.write(question);
    return () => socket.destroy();
  };
  const close = Array.from({ length: connections }, open);
  return new Promise((resolve) => {
    setTimeout(() => {
      for (const each of close) each();
      resolve(answers);
    }, seconds * 1000);
  });
}

process.on("disconnect", () => process.exit());
process.on("message", (load: Load) => void drive(load).then((answers) => process.send?.({ answers })));
