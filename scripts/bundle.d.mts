/** Writes bin.js, index.js and their chunks to a folder, from where Node must find this project's node_modules. */
export function bundle(outdir: string): Promise<void>;
