/** Every change, in the order of the table. */
import type { Change } from "./change.js";
import { descriptionChanges } from "./changes-of-descriptions.js";
import { fileChanges } from "./changes-of-files.js";

export const changes: readonly Change[] = [...descriptionChanges, ...fileChanges];
