/**
 * Media types: which way their bytes become a value, and whether one is meant by another.
 */

/** How the bytes of a body become a value. `lines` is one JSON value per line; `events` is `text/event-stream`. */
export type Codec = "json" | "form" | "multipart" | "text" | "binary" | "lines" | "events" | "xml";

const lines = /^application\/(?:(?:x-)?(?:ndjson|jsonl|jsonlines)|json-lines|(?:.*\+)?json-seq|stream\+json|x-json-stream)$/;
const json = /^(?:[^/]+\/(?:.*\+)?(?:x-)?json[5c]?|json|\*\/\*|application\/\*|\*)$/;
const xml = /^(?:[^/]+\/(?:.*\+)?xml|xml)$/;
const text =
  /^(?:text(?:\/.*)?|application\/(?:(?:x-)?(?:yaml|yml|toml|javascript|ecmascript|typescript|sh|sql|graphql|pem-file)|jwt|jose|rtf|.*\+(?:yaml|jwt)))$/;

/** A media type without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  const end = mediaType.indexOf(";");
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

/** The codec of a media type. A range that says nothing (`*` + `/*`) is read as JSON. */
export function codecOf(mediaType: string): Codec {
  const essence = essenceOf(mediaType);
  if (essence === "application/json") return "json";
  if (essence === "text/event-stream") return "events";
  if (lines.test(essence)) return "lines";
  if (json.test(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence.startsWith("multipart/")) return "multipart";
  if (xml.test(essence)) return "xml";
  return text.test(essence) ? "text" : "binary";
}

/** Whether a media type is a range that takes in types of many kinds: which of them comes, only what is sent says. */
export const isOfManyKinds = (mediaType: string): boolean => /^(?:application\/)?\*(?:\/\*)?$/.test(mediaType);

/** Whether what is sent as a media type is JSON. */
export const isJsonType = (mediaType: string): boolean => codecOf(mediaType) === "json" && !isOfManyKinds(essenceOf(mediaType));

/**
 * Whether a described media type, which may be a range such as `image/*`, takes in an actual one. Parameters say nothing here. A star may
 * also stand for a part of a subtype, as in `application/*+json`: HTTP has no such ranges, and descriptions do.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function includes(described: string, actual: string): boolean {
  const range = essenceOf(described);
  const essence = essenceOf(actual);
  if (range === essence || range === "*/*" || range === "*") return true;
  // `*` + `/json` and the like have a second star at most.
  const [type = "", subtype = ""] = range.split("/", 2);
  const slash = essence.indexOf("/");
  return range.includes("*") && takesIn(type, essence.slice(0, Math.max(slash, 0))) && takesIn(subtype, essence.slice(slash + 1));
}

function takesIn(range: string, actual: string): boolean {
  const star = range.indexOf("*");
  if (star === -1) return range === actual;
  // What the star stands for is something.
  return actual.length >= range.length && actual.startsWith(range.slice(0, star)) && actual.endsWith(range.slice(star + 1));
}

/**
 * The media type that something is sent as where a range is described, which is no type of anything that is sent: the first of the likely
 * ones that it takes in. Bytes of an unknown kind are `application/octet-stream`, and other ranges have a name for what they take in.
 */
export function sendableType(described: string, ...likely: readonly string[]): string {
  if (!described.includes("*")) return described;
  const found = likely.find((type) => includes(described, type));
  if (found !== undefined || codecOf(described) === "binary") return found ?? "application/octet-stream";
  return essenceOf(described).replace(/^\*/, "application").replace("/*", "/x.any").replace("*", "any");
}

/** Which of the described media types an actual one is: the very same, else the range that says most of it, in whatever order they stand. */
export function describedAs(described: readonly string[], actual: string): string | undefined {
  let [best, most]: [string | undefined, number] = [undefined, 0];
  for (const each of described) {
    const essence = essenceOf(each);
    const says = essence.includes("*") ? essence.length : Infinity;
    if (says > most && includes(each, actual)) [best, most] = [each, says];
  }
  return best;
}
