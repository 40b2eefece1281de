/** The Petstore service on node:http by hand; with `--limits` it authenticates, counts and writes the headers, as sundial's does. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { animals, countByHand, key, serve } from "./petstore.js";

const limited = process.argv.includes("--limits");
const count = countByHand();
const accepted = `Bearer ${key}`;

function send(response: ServerResponse, status: number, body: unknown, limits: Readonly<Record<string, string>> | undefined): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text), ...limits });
  response.end(text);
}

function readJson(request: IncomingMessage, then: (value: unknown) => void): void {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => (text += chunk));
  request.on("end", () => {
    then(JSON.parse(text));
  });
}

const statuses = new Set<unknown>(["available", "pending", "sold"]);

interface NewAnimal {
  readonly name: string;
  readonly categoryId: number;
  readonly status?: string;
}

function isNewAnimal(value: unknown): value is NewAnimal {
  if (typeof value !== "object" || value === null) return false;
  const { name, categoryId, status } = value as Partial<Record<keyof NewAnimal, unknown>>;
  return typeof name === "string" && Number.isInteger(categoryId) && (status === undefined || statuses.has(status));
}

const server = createServer((request, response) => {
  let limits: Readonly<Record<string, string>> | undefined;
  if (limited) {
    const { authorization } = request.headers;
    if (authorization !== accepted) {
      send(response, 401, { code: "unauthorized", message: "The API key is missing or invalid.", status: 401 }, undefined);
      return;
    }
    limits = count(authorization);
    if (limits === undefined) {
      send(response, 429, { code: "rate-limited", message: "Too many requests.", status: 429 }, undefined);
      return;
    }
  }
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  if (path !== "/v1/pets") {
    send(response, 404, { code: "not-found", message: "There is nothing here.", status: 404 }, limits);
  } else if (request.method === "GET") {
    const query = new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
    const [limit, status] = [Number(query.get("limit") ?? 20), query.get("status")];
    const valid = Number.isInteger(limit) && limit >= 1 && limit <= 100;
    if (valid) send(response, 200, animals.filter((pet) => status === null || pet.status === status).slice(0, limit), limits);
    else send(response, 400, { code: "invalid", message: "The limit is out of range.", status: 400 }, limits);
  } else {
    readJson(request, (value) => {
      if (isNewAnimal(value)) send(response, 201, { ...value, id: 21 }, limits);
      else send(response, 400, { code: "invalid", message: "The animal is not valid.", status: 400 }, limits);
    });
  }
});
serve((port, told) => {
  server.listen(port, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") told(address.port);
  });
});
