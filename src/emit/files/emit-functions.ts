/** The functions that emit the files of each part, and what puts them together. They are loaded only where something is generated. */
export { emitClient } from "./client-file.js";
export { emitIndex } from "./index-file.js";
export { emitInt64s } from "./int64-file.js";
export { emitLifecycle } from "./lifecycle-file.js";
export { emitOperations } from "./operations-file.js";
export { emitPaths } from "./paths-file.js";
export { emitRoutes } from "./routes-file.js";
export { emitServer } from "./server-file.js";
export { emitTypes } from "./types-file.js";
export { emitValidators, hasValidators } from "./validators-file.js";
