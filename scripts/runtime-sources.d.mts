import type { RuntimeFile } from "../src/emit/print/runtime-file.js";

/** Paths of the runtime's sources below `templates/runtime`, in order: "shared/operation.ts". */
export function runtimePaths(): string[];
/** The runtime's sources by file of the output: "client" -> the modules of `client/call`, `client/auth`, … */
export function runtimeFiles(): Map<string, RuntimeFile>;
/** The file of the output that a module is in: "client/call/request.ts" -> "client". */
export function fileOf(path: string): string;
/**
 * Modules by file of the output, in the order in which they load: those that a module imports come before it. Each with its declarations.
 * Throws where two things of a file would have one name, and where a module says what a joined file could not.
 */
export function joinModules(texts: ReadonlyMap<string, string>): Map<string, RuntimeFile>;
