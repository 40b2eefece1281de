import { createServer } from "node:http";
import { askForPets } from "./pets.ts";
import { service } from "./service.ts";

createServer((request, response) => {
  if (!request.url?.startsWith("/ask?")) {
    service.node(request, response);
    return;
  }
  askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? "").then(
    (answers) => response.end(JSON.stringify(answers)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(process.env["PORT"]));
