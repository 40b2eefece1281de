/** Emitters know the model, and none of what reads files. */
export { sameJson, sameJsonKey } from "../../source/same-json.js";
