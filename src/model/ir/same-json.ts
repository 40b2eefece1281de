export { sameJson } from "../../source/same-json.js";
