import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { MAX_READ_BYTES, type CommandOptions, type Ran } from "./io.js";

/** Runs another program, without a shell, and returns what it printed. */
export function runCommand([program, ...args]: readonly [string, ...string[]], options: CommandOptions): Promise<Ran> {
  const { cwd, input, milliseconds, path = [] } = options;
  const file = program === "node" ? process.execPath : program;
  const env = { ...process.env, PATH: [...path, process.env["PATH"] ?? ""].join(delimiter) };
  return new Promise((done, fail) => {
    const child = spawn(file, args, { cwd, env, windowsHide: true });
    const stop = (code: string, message: string): void => {
      child.kill("SIGKILL");
      fail(Object.assign(new Error(message), { code }));
    };
    const timer = setTimeout(() => {
      stop("ETIMEDOUT", `it took more than ${String(milliseconds / 1000)} seconds`);
    }, milliseconds);
    const texts = [child.stdout, child.stderr].map((stream) => collect(stream, stop));
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      const [stdout = "", stderr = ""] = texts.map((text) => text());
      done({ code: code ?? -1, stdout, stderr });
    });
    // One that ends without reading says so by its exit code.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

function collect(stream: NodeJS.ReadableStream, stop: (code: string, message: string) => void): () => string {
  const decoder = new StringDecoder("utf8");
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += decoder.write(chunk);
    if (text.length > MAX_READ_BYTES) stop("EFBIG", "it printed too much");
  });
  return () => text + decoder.end();
}
