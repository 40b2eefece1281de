/**
 * Redirects of calls whose credential `fetch` would take along: a header or a cookie of the service's own.
 */

const mostRedirects = 20; // as many as `fetch` follows

/** Follows redirects as long as they stay at one origin and ask for the same thing again; the first that does not is the answer. */
export async function followWithin(request: Request, fetch: (request: Request) => Promise<Response>): Promise<Response> {
  let response = await fetch(request);
  for (let count = 0; count < mostRedirects && /^(?:GET|HEAD)$/.test(request.method); count += 1) {
    const location = /^30[12378]$/.test(String(response.status)) ? response.headers.get("Location") : null;
    if (location === null || !URL.canParse(location, request.url)) break;
    const url = new URL(location, request.url);
    if (url.origin !== new URL(request.url).origin) break;
    await response.body?.cancel();
    request = new Request(url, request);
    response = await fetch(request);
  }
  return response;
}
