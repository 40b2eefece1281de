import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Report } from "./overlay.js";

/** Says that an overlay undoes what an earlier one has done. */
export function reportOverridden(what: string, at: Origin, before: Origin, report: Report): void {
  const related = [{ message: "An earlier overlay has set it here.", at: before }];
  report(diagnostic("overlay-overridden", `The action ${what}.`, { at, related }));
}
