import { resetWait } from "../reset-header.js";
import type { ResetFormat } from "../../../shared/rate-limits.js";

/**
 * Readers of formats, by their names. Each makes a number of seconds out of a text, with as many digits as the text tells; of a moment,
 * those since the epoch. An empty text where it makes no sense.
 */
export type FormatReaders = { readonly [Format in ResetFormat]?: (text: string) => string };

/** Reads waits in the formats for which there are `readers`, and in those that every client knows. */
export const formatWait =
  (readers: FormatReaders): typeof resetWait =>
  (text, formats, ...how) => {
    for (const format of formats) {
      const seconds = readers[format]?.(text);
      const plain = seconds === undefined ? format : format === "duration" ? "delta-seconds" : "unix-seconds";
      const wait = resetWait(seconds ?? text, [plain], ...how);
      if (wait >= 0) return wait;
    }
    return NaN;
  };
