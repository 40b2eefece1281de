/** The thread that prints types: a document comes in, printed types go out, one after the other. */
import { parentPort } from "node:worker_threads";
import { printTypes } from "./emit/types-adapter.js";
import type { TypesDocument } from "./emit/types-document.js";

const nothing: TypesDocument = {
  openapi: "3.1.0",
  info: { title: "", version: "" },
  paths: {},
  components: { schemas: {}, responses: {}, parameters: {}, requestBodies: {}, headers: {} },
};
// Loads TypeScript while the description is still being read.
printTypes(nothing);

parentPort?.on("message", (document: TypesDocument) => {
  parentPort?.postMessage(printTypes(document));
});
