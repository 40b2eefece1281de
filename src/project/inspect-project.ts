/** What is asked of the user's project before anything is generated for it: loaded at once, and not by a check of what is current. */
export { formatModuleProblems } from "./format-modules.js";
export { generateScript, unreadableScripts } from "./generate-script.js";
export { decideImportExtension, importExtensionProblems } from "./import-extension.js";
export { openapiFetchProblems } from "./openapi-fetch.js";
