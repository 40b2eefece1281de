/** What writes the files of the parts of our own, for the registry of emitters, which loads it only where something is written. */
export { emitClient } from "./client-file.js";
export { emitInt64s } from "./int64-file.js";
export { emitLifecycle } from "./lifecycle-file.js";
export { emitOperations } from "./operations-file.js";
export { emitRoutes } from "./routes-file.js";
export { emitServer } from "./server-file.js";
export { emitTypes } from "./types-file.js";
export { emitValidators, hasValidators } from "./validators-file.js";
