/** The thread that prints types: a request comes in, printed types go out, one after the other. */
import { parentPort } from "node:worker_threads";
import { printTypes, type TypesRequest } from "./emit/types/print.js";

const nothing: TypesRequest = {
  document: {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: {},
    components: { schemas: {}, responses: {}, parameters: {}, requestBodies: {}, headers: {} },
  },
  words: { texts: [], docs: [] },
};
// Loads TypeScript while the description is still being read.
printTypes(nothing);

parentPort?.on("message", (request: TypesRequest) => {
  parentPort?.postMessage(printTypes(request));
});
