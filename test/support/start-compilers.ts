import { startCompilers } from "./warm-compilers.js";

/** The compilers stay for as long as there are tests. */
export default startCompilers;
