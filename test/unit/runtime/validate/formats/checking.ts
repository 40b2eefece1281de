import * as http from "../../../../../templates/runtime/validate/formats/format-http.js";
import * as idn from "../../../../../templates/runtime/validate/formats/format-idn.js";
import * as net from "../../../../../templates/runtime/validate/formats/format-net.js";
import * as number from "../../../../../templates/runtime/validate/formats/format-number.js";
import * as time from "../../../../../templates/runtime/validate/formats/format-time.js";
import * as uri from "../../../../../templates/runtime/validate/formats/format-uri.js";
import * as others from "../../../../../templates/runtime/validate/formats/formats.js";
import { stringFormat, type FormatFile } from "../../../../../src/emit/validators/format.js";

const files: Readonly<Record<FormatFile, object>> = {
  formats: others,
  "format-time": time,
  "format-net": net,
  "format-idn": idn,
  "format-uri": uri,
  "format-http": http,
  "format-number": number,
};

/** What emitted code calls for a format. Throws when it asserts nothing. */
export function checkOf(format: string): (text: string) => boolean {
  const known = stringFormat(format);
  const check =
    known === undefined ? undefined : Object.entries<unknown>({ ...files[known.file] }).find(([name]) => name === known.check)?.[1];
  if (typeof check !== "function") throw new Error(`${format} is not checked`);
  return check as (text: string) => boolean; // all exports of those files that the table names are such
}
