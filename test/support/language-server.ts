/** One file in the language server of TypeScript 7, by the Language Server Protocol. */
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { compilers, projectRoot } from "./compile.js";
import type { Finding, Position, Server } from "./editor.js";
import { startMessageProcess } from "./message-process.js";

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Diagnostic {
  readonly code: number;
  readonly severity: number;
  readonly message: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly tags?: readonly number[];
}

/** Numbers of the protocol. */
const severity = { error: 1 };
const tag = { deprecated: 2 };

export async function openLanguageServer(file: string): Promise<Server> {
  const { request, notify, close } = await startLanguageServer();
  const uri = pathToFileURL(file).href;
  const textDocument = { uri };
  let version = 1;
  await request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(dirname(file)).href,
    capabilities: {
      textDocument: {
        completion: { completionItem: {} },
        diagnostic: { tagSupport: { valueSet: [tag.deprecated] } },
        hover: { contentFormat: ["plaintext"] },
      },
    },
  });
  notify("initialized", {});
  notify("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version, text: "" } });
  const diagnostics = async (): Promise<readonly Diagnostic[]> => {
    const report = await request("textDocument/diagnostic", { textDocument });
    return (report as { readonly items: readonly Diagnostic[] }).items;
  };
  return {
    change(text) {
      version += 1;
      notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
      return Promise.resolve();
    },
    errors: async () => (await diagnostics()).filter((each) => each.severity === severity.error).map(findingOf),
    deprecated: async () => (await diagnostics()).filter(({ tags = [] }) => tags.includes(tag.deprecated)).map(findingOf),
    async completions(position) {
      const answer = await request("textDocument/completion", { textDocument, position, context: { triggerKind: 1 } });
      const list = (answer ?? { items: [] }) as { readonly items: readonly { readonly label: string; readonly insertText?: string }[] };
      return list.items.map(({ label, insertText = label }) => insertText);
    },
    async info(position) {
      const answer = (await request("textDocument/hover", { textDocument, position })) as { readonly contents: { value: string } } | null;
      return answer?.contents.value ?? "";
    },
    close,
  };
}

const findingOf = ({ code, message, range }: Diagnostic): Finding => ({ code, text: message, ...range });

async function startLanguageServer(): Promise<{
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => void;
  readonly close: () => Promise<void>;
}> {
  const waiting = new Map<number | string, { readonly resolve: (answer: unknown) => void; readonly reject: (reason: Error) => void }>();
  const server = startMessageProcess(
    [await executable(), "--lsp", "--stdio"],
    (message) => {
      const { id, method, result, error } = message as Message; // the protocol's own format
      if (id === undefined) return;
      // What it asks of an editor, this one has no answer to.
      if (method !== undefined) {
        post({ id, result: null });
        return;
      }
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) asked?.resolve(result);
      else asked?.reject(new Error(error.message));
    },
    (reason) => {
      for (const { reject } of waiting.values()) reject(reason);
    },
  );
  function post(message: Message): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.send(`Content-Length: ${String(Buffer.byteLength(text))}\r\n\r\n${text}`);
  }
  let id = 0;
  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        id += 1;
        waiting.set(id, { resolve, reject });
        post({ id, method, params });
      }),
    notify: (method, params) => {
      post({ method, params });
    },
    close: () => server.close(),
  };
}

/** The compiler that the package starts, without the program of JavaScript that starts it. */
async function executable(): Promise<string> {
  const module = (await import(pathToFileURL(join(projectRoot, "node_modules", compilers["7"], "lib/getExePath.js")).href)) as {
    default: () => string;
  };
  return module.default();
}
