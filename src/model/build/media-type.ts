import { joinPascal, splitWords } from "../names/letter-case.js";
import type { Codec } from "../ir/operation.js";

/** Type, subtype and names of parameters in lower case, one blank after each semicolon; values of parameters as written. */
export function normaliseMediaType(written: string): string {
  if (/^[a-z0-9*/+.-]+$/.test(written)) return written;
  const [essence = "", ...parameters] = written.split(";");
  const rest = parameters
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter !== "")
    .map((parameter) => parameter.replace(/^[^=]*/, (name) => name.trim().toLowerCase()));
  return [essence.trim().toLowerCase(), ...rest].join("; ");
}

const lineTypes: ReadonlySet<string> = new Set(
  [
    "x-ndjson",
    "ndjson",
    "jsonl",
    "x-jsonl",
    "jsonlines",
    "x-jsonlines",
    "json-lines",
    "json-seq",
    "geo+json-seq",
    "stream+json",
    "x-json-stream",
  ].map((subtype) => `application/${subtype}`),
);
/** Types outside `text/` whose bytes are text all the same. */
const textTypes =
  /^application\/(?:(?:x-)?(?:yaml|yml|toml|javascript|ecmascript|typescript|sh|sql|graphql|pem-file)|jwt|jose|rtf|.*\+(?:yaml|jwt))$/;
/** JSON5 and JSON with comments are written as JSON, and read where they are that. */
const json = /^[^/]+\/(?:.*\+)?(?:x-)?json[5c]?$|^json$/;
const xml = /^[^/]+\/(?:.*\+)?xml$|^xml$/;

/** How the bytes of a media type become a value. A range that says nothing (`*` + `/*`) is read as JSON. */
export function codecOf(mediaType: string): Codec {
  const essence = mediaType.split(";", 1)[0]?.trim() ?? "";
  if (essence === "*/*" || essence === "application/*" || essence === "*") return "json";
  if (essence === "text/event-stream") return "events";
  if (lineTypes.has(essence) || essence.endsWith("+json-seq")) return "lines";
  if (json.test(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence.startsWith("multipart/")) return "multipart";
  if (xml.test(essence)) return "xml";
  if (essence.startsWith("text/") || textTypes.test(essence) || essence === "text") return "text";
  return "binary";
}

const shortWords: ReadonlyMap<string, string> = new Map([
  ["application/json", "Json"],
  ["application/x-www-form-urlencoded", "Form"],
  ["multipart/form-data", "Multipart"],
  ["text/plain", "Text"],
  ["application/octet-stream", "Binary"],
  ["application/xml", "Xml"],
  ["text/event-stream", "Events"],
  ["*/*", "Any"],
]);

/** A word for a media type inside a name, and a longer one for where that is taken: "Json", "JsonCharsetUtf8". */
export function mediaTypeWords(mediaType: string): readonly [string, string] {
  const [essence = "", ...parameters] = mediaType.split(";");
  const [type = "", subtype = ""] = essence.split("/");
  const whole = joinPascal(splitWords(`${type} ${subtype} ${parameters.join(" ")}`)).slice(0, 60) || "Any";
  const short = shortWords.get(essence) ?? joinPascal(splitWords(type === "application" ? subtype : essence)).slice(0, 40);
  return [short === "" ? whole : short, whole];
}
