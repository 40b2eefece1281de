import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { askForPets } from "./pets.js";
import { service } from "./service.js";

const app = new Hono();

app.get("/ask", async (c) => c.json(await askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? "")));

app.all("/v1/*", (c) => service.fetch(c.req.raw));

serve({ fetch: app.fetch, port: Number(process.env["PORT"]) });
