/** One file in `tsserver`, which editors start for TypeScript 5 and 6. */
import { join } from "node:path";
import { compilers, projectRoot } from "./compile.js";
import type { Finding, Position, Server } from "./editor.js";
import { startMessageProcess } from "./message-process.js";

interface Response {
  readonly type: string;
  readonly request_seq: number;
  readonly success: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

/** Of both, the first is 1. */
interface Location {
  readonly line: number;
  readonly offset: number;
}

interface Diagnostic {
  readonly code: number;
  readonly text: string;
  readonly start: Location;
  readonly end: Location;
  readonly reportsDeprecated?: object;
}

export async function openTsserver(file: string, compiler: "5.9" | "6"): Promise<Server> {
  const request = startTsserver(compiler);
  let lines = 1;
  let last = 0;
  await request.send("open", { file, fileContent: "" });
  const findings = async (command: string): Promise<readonly (Finding & { readonly reportsDeprecated?: object })[]> => {
    const diagnostics = (await request.send(command, { file })) as readonly Diagnostic[]; // tsserver's own format
    return diagnostics.map((diagnostic) => ({ ...diagnostic, start: fromLocation(diagnostic.start), end: fromLocation(diagnostic.end) }));
  };
  return {
    async change(text) {
      const whole = { start: { line: 1, offset: 1 }, end: { line: lines, offset: last + 1 } };
      await request.send("updateOpen", { changedFiles: [{ fileName: file, textChanges: [{ ...whole, newText: text }] }] });
      lines = text.split("\n").length;
      last = text.length - (text.lastIndexOf("\n") + 1);
    },
    errors: () => findings("semanticDiagnosticsSync"),
    deprecated: async () =>
      (await findings("suggestionDiagnosticsSync")).filter(({ reportsDeprecated }) => reportsDeprecated !== undefined),
    async completions(at) {
      const answer = await request.send("completionInfo", { file, ...toLocation(at) }, "No content available.");
      const { entries } = (answer ?? { entries: [] }) as { entries: readonly { readonly name: string }[] };
      return entries.map(({ name }) => name);
    },
    async info(at) {
      const answer = await request.send("quickinfo", { file, ...toLocation(at) }, "No content available.");
      const { displayString, documentation, tags } = (answer ?? { displayString: "", documentation: "", tags: [] }) as {
        displayString: string;
        documentation: string;
        tags: readonly { readonly name: string; readonly text?: string }[];
      };
      return [displayString, documentation, ...tags.map(({ name, text = "" }) => `@${name} ${text}`)].join("\n");
    },
    close: () => request.close(),
  };
}

const toLocation = ({ line, character }: Position): Location => ({ line: line + 1, offset: character + 1 });
const fromLocation = ({ line, offset }: Location): Position => ({ line: line - 1, character: offset - 1 });

/** `unless` is the message of a failure that is an answer: there is nothing to be shown. */
type Send = (command: string, arguments_: object, unless?: string) => Promise<unknown>;

function startTsserver(compiler: "5.9" | "6"): { readonly send: Send; readonly close: () => Promise<void> } {
  const waiting = new Map<number, { readonly resolve: (answer: Response) => void; readonly reject: (reason: Error) => void }>();
  const script = join(projectRoot, "node_modules", compilers[compiler], "lib/tsserver.js");
  const settings = ["--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents"];
  const server = startMessageProcess(
    [process.execPath, "--max-old-space-size=4096", script, ...settings],
    (message) => {
      const response = message as Response; // tsserver's own format
      if (response.type !== "response") return;
      waiting.get(response.request_seq)?.resolve(response);
      waiting.delete(response.request_seq);
    },
    (reason) => {
      for (const { reject } of waiting.values()) reject(reason);
    },
  );
  let seq = 0;
  const ask = (command: string, arguments_: object): Promise<Response> =>
    new Promise((resolve, reject) => {
      seq += 1;
      waiting.set(seq, { resolve, reject });
      server.send(`${JSON.stringify({ seq, type: "request", command, arguments: arguments_ })}\n`);
      // To this tsserver gives no answer.
      if (command === "open") {
        waiting.delete(seq);
        resolve({ type: "response", request_seq: seq, success: true });
      }
    });
  return {
    async send(command, arguments_, unless) {
      const { success, message, body } = await ask(command, arguments_);
      if (!success && message !== unless) throw new Error(`tsserver ${command}: ${String(message)}`);
      return body;
    },
    close: () => server.close(),
  };
}
