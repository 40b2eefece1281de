/** Builds, and packs into a folder; paths are those in the tarball. */
export function pack(folder: string): Promise<{ readonly file: string; readonly size: number; readonly paths: readonly string[] }>;
