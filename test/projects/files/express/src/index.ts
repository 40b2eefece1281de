import express from "express";
import { askForPets } from "./pets.js";
import { service } from "./service.js";

const app = express();

app.get("/ask", async (_request, response) => {
  response.json(await askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? ""));
});

app.all("/v1/{*rest}", service.node);

app.listen(Number(process.env["PORT"]));
