import { dependsOn, type PackageJson } from "../project/project-setup.js";
import type { CatalogRange } from "./catalogs.js";
import { isOldFetch } from "./edit-manifest.js";
import type { Remark } from "./remarks.js";

/** What is to be done for calls by path that need a newer openapi-fetch. `isRaised`: whether package.json has it now. */
export function fetchRemarks(manifest: PackageJson, catalog: CatalogRange | undefined, isRaised: boolean): readonly Remark[] {
  const remarks: Remark[] = [];
  const isOld = catalog?.range !== undefined && isOldFetch(catalog.range);
  if (isOld)
    remarks.push({
      file: catalog.file,
      line: catalog.line,
      message: `openapi-fetch is ${catalog.range} in a catalog of the workspace, and calls by path need 0.16 or newer`,
      fix: "raise it there to ^0.17.0, and look what its changelog says of what other packages use",
    });
  else if (catalog !== undefined && catalog.range === undefined)
    remarks.push({
      file: manifest.file,
      line: undefined,
      message: "openapi-fetch is listed in a catalog that is not read here, and calls by path need 0.16 or newer",
      fix: "look which one it is, and raise it there where it is older",
    });
  if ((isRaised || isOld) && dependsOn(manifest, "openapi-react-query"))
    remarks.push({
      file: manifest.file,
      line: undefined,
      message: "openapi-react-query names the openapi-fetch that it works with, and an old one names an older one",
      fix: "raise it, too",
    });
  return remarks;
}
