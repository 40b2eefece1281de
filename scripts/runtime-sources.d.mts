/** Paths of the runtime's sources below `templates/runtime`, in order: "shared/operation.ts". */
export function runtimePaths(): string[];
/** The text of each runtime file by its name in the output, in order: "operation.ts". */
export function runtimeSources(): Map<string, string>;
/** Puts the files of several folders into one, their imports of each other to match. Throws where two have one name, or an import leads nowhere. */
export function flattened(texts: ReadonlyMap<string, string>): Map<string, string>;
