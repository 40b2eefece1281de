/**
 * A URL as it may stand in a header: letters beyond ASCII, blanks and angle brackets are percent-encoded, as browsers do it. What else no
 * header may hold, such as the end of a line, stays.
 */
export function encodedUrl(url: string): string {
  return url.replace(/[ <>]|[\u0080-\uffff]+/g, (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")));
}
