/** The ways to have a project call the service: a program that prints, a server that answers, a page that shows. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { launch, localServers } from "../support/chromium.js";
import { whileServing } from "./commands.js";
import { askMounted, demandAnswers } from "./mounted.js";
import type { Answers, Command, Place } from "./project.js";

function parseAnswers(text: string): Answers {
  return JSON.parse(text) as Answers; // demandAnswers looks at what it is
}

/** Runs a program whose last line is its answers. */
export function askProgram(command: Command): (place: Place) => Promise<Answers> {
  return async (place) => parseAnswers((await place.run(command)).trim().split("\n").at(-1) ?? "");
}

export interface ServerProject {
  /** `{port}` in it stands for a free port. */
  readonly command: Command;
  /** Where the generated server is mounted. */
  readonly mounted?: string;
  /** What else it must do, at its own address. */
  readonly also?: (origin: string, place: Place) => Promise<void>;
}

/** Starts a server, and has its `/ask` call the service; then calls the server that is mounted in it. */
export function askServer({ command, mounted, also }: ServerProject): (place: Place) => Promise<Answers> {
  return async (place) => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${String(port)}`;
    const [program, ...args] = command;
    const started: Command = [program, ...args.map((arg) => arg.replace("{port}", String(port)))];
    const options = { folder: place.folder, environment: { ...place.environment, PORT: String(port) } };
    return whileServing(started, options, origin, async () => {
      await also?.(origin, place);
      const { baseUrl, key } = place.petstore;
      const answers = await askAt(origin, baseUrl, key);
      if (mounted !== undefined) demandAnswers(await askMounted(origin + mounted));
      return answers;
    });
  };
}

/** What a project's `/ask` says: where the service is stands in the request, and in the environment. */
export async function askAt(origin: string, url: string, key: string, signal?: AbortSignal): Promise<Answers> {
  const response = await fetch(`${origin}/ask?${new URLSearchParams({ url, key }).toString()}`, signal ? { signal } : {});
  const text = await response.text();
  if (!response.ok) throw new Error(`/ask is answered with ${String(response.status)}: ${text}`);
  return parseAnswers(text);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port: no pipe
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Serves a folder of built files, and reads what the page in it shows below `#answers`. */
export function askPage(built: string): (place: Place) => Promise<Answers> {
  return async (place) => {
    const servers = localServers();
    const root = join(place.folder, built);
    const origin = await servers.listen((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const wanted = join(root, pathname);
      const file = existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(root, "index.html");
      response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
      createReadStream(file).pipe(response);
    });
    try {
      return await readPage(origin, place);
    } finally {
      servers.close();
    }
  };
}

/** Opens a page, which finds service and key in its address. */
export async function readPage(origin: string, { petstore }: Place): Promise<Answers> {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => problems.push(message.text()));
    await page.goto(`${origin}/?${new URLSearchParams({ url: petstore.baseUrl, key: petstore.key }).toString()}`);
    const shown = await page.waitForSelector("#answers:not(:empty)", { timeout: 60_000 }).catch((error: unknown) => {
      throw new Error(`the page shows no answers: ${problems.join("; ")}`, { cause: error });
    });
    return parseAnswers((await shown.textContent()) ?? "");
  } finally {
    await browser.close();
  }
}
