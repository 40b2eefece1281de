/** Bytes that one file may have; the largest descriptions that are published, with all references written out, have 78 MB. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Levels of nesting that a file may have; real descriptions have up to 25. Later stages recurse no deeper than this between references. */
export const MAX_NESTING = 100;

/** Values that a file's aliases may unfold to; a small text can otherwise stand for a value too large for any memory. */
export const MAX_UNFOLDED_VALUES = 5_000_000;

/**
 * Units of UTF-16 that a file's aliases may unfold to, by the length of its text: all of it is printed, and that of 1,000 operations which share
 * their responses by aliases is some 20 times as long as the text.
 */
export const maxUnfoldedUnits = (length: number): number => Math.max(100_000, 100 * length);

/** Members that a file's merge keys may add, by the length of its text: a chain of them adds as many as the square of its links. */
export const maxMergedMembers = (length: number): number => Math.min(MAX_UNFOLDED_VALUES, Math.max(500_000, 10 * length));

/** Units of UTF-16 of the pointers to all values of a file; the largest files have some 300 million. */
export const MAX_PLACE_UNITS = 1_000_000_000;

/** Files that a description may refer to; those that are published have up to some two thousand. */
export const MAX_FILES = 5_000;

/** Minutes in which all files on the network are there; a file alone has one. */
export const MAX_NETWORK_MINUTES = 10;

/** Units of UTF-16 in all of them; several times what the largest file may have. */
export const MAX_TOTAL_UNITS = 500 * 1024 * 1024;
