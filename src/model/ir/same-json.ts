/** Emitters know the model, and none of what reads files. */
export { sameJson } from "../../source/same-json.js";
