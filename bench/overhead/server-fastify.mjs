// The Petstore service on Fastify, with schemas for what comes in and goes out; authentication and limits are the same by hand.
import Fastify from "fastify";
import { animals, countByHand, key, serve } from "./petstore.js";

const status = { type: "string", enum: ["available", "pending", "sold"] };
const newPet = {
  type: "object",
  required: ["name", "categoryId"],
  properties: { name: { type: "string" }, categoryId: { type: "integer" }, status },
};
const pet = { ...newPet, required: [...newPet.required, "id"], properties: { ...newPet.properties, id: { type: "integer" } } };
const querystring = { type: "object", properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }, status } };

const app = Fastify({ logger: false });
const count = countByHand();
const accepted = `Bearer ${key}`;
app.addHook("onRequest", (request, reply, done) => {
  const { authorization } = request.headers;
  if (authorization !== accepted)
    return reply.code(401).send({ code: "unauthorized", message: "The API key is missing or invalid.", status: 401 });
  const limits = count(authorization);
  if (limits === undefined) return reply.code(429).send({ code: "rate-limited", message: "Too many requests.", status: 429 });
  reply.headers(limits);
  done();
});
app.get("/v1/pets", { schema: { querystring, response: { 200: { type: "array", items: pet } } } }, ({ query }, reply) => {
  reply.send(animals.filter((animal) => query.status === undefined || animal.status === query.status).slice(0, query.limit));
});
app.post("/v1/pets", { schema: { body: newPet, response: { 201: pet } } }, ({ body }, reply) => {
  reply.code(201).send({ ...body, id: 21 });
});
serve((port, told) => {
  app.listen({ port, host: "127.0.0.1" }).then(() => told(app.server.address().port));
});
