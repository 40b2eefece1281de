export type { Diagnostic } from "./diagnostic/diagnostic.js";
