/** Every change, in the order of the table. */
import type { Change } from "./change.js";
import { branchChanges } from "./changes-of-branches.js";
import { configurationChanges } from "./changes-of-configuration.js";
import { descriptionChanges } from "./changes-of-descriptions.js";
import { fileChanges } from "./changes-of-files.js";
import { formatterChanges } from "./changes-of-formatters.js";
import { surroundingChanges } from "./changes-of-surroundings.js";
import { vendorChanges } from "./changes-of-vendors.js";
import { versionChanges } from "./changes-of-versions.js";

export const changes: readonly Change[] = [
  ...descriptionChanges,
  ...fileChanges,
  ...branchChanges,
  ...surroundingChanges,
  ...vendorChanges,
  ...versionChanges,
  ...configurationChanges,
  ...formatterChanges,
];
