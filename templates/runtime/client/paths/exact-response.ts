/**
 * Answers to calls by path, whose 64-bit integers are held as something else than numbers; part of an output only where they are.
 * What is read, what is text, what is nothing and what rejects is openapi-fetch's, as it is for every other operation.
 */
import type { ReadExact } from "./path-client.js";

export const readExact: ReadExact = async ({ exact }, init, read) => {
  if (exact === undefined) return read(init);
  const { parseAs = "json" } = init;
  let failed: Response | undefined;
  let copy: unknown; // of another kind in the types of Bun
  const isJson = parseAs === "json";
  const parserOf = ({ status, headers }: Response) => exact.response(status, headers.get("Content-Type") ?? "")?.parse;
  const answer = await read({ ...init, parseAs: isJson ? "stream" : parseAs }, (response) => {
    // openapi-fetch reads these itself, with numbers alone, whatever `parseAs` says.
    if (response.ok || parserOf(response) === undefined) return;
    failed = response;
    copy = response.clone();
  });
  const { data, error, response } = answer;
  const parse = parserOf(response) ?? JSON.parse;
  if (response.ok) {
    // Undefined where openapi-fetch knows of nothing to read. It asks no parser where nothing says how long an empty body is.
    if (!isJson || data === undefined) return answer;
    const text = await response.text();
    return { data: text === "" && !response.headers.get("Content-Length") ? undefined : parse(text), response };
  }
  // A middleware may have put another response in the place of the service's.
  if (error === undefined || failed !== response) return answer;
  try {
    return { error: parse(await (copy as Response).text()), response };
  } catch {
    return answer; // the text
  }
};
