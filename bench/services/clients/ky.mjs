// `Retry-After` is honoured as it comes; a time limit of its own would end the wait, and by default it sends no POST again.
import ky from "ky";

export function kyClient({ baseUrl, token, operations, known }) {
  const client = ky.create({
    prefix: baseUrl,
    timeout: false,
    fetch,
    retry: {
      limit: 20,
      methods: ["get", "post"],
      statusCodes: [...known.statuses, 408, 500, 502, 503, 504],
      afterStatusCodes: [...known.statuses, 413, 503],
    },
  });
  return async (call, index) => {
    const { method, path } = operations[index];
    const headers = { "x-call": String(call), ...(token && { authorization: `Bearer ${token}` }) };
    const json = method === "POST" ? { title: "Found a bug" } : undefined;
    const response = await client(path.slice(1), { method, headers, json });
    await response.text();
    return response.status;
  };
}
