/** An event, by hand: its type says what to look at. */
export function isEvent(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const event = value as Readonly<Record<string, unknown>>; // an object, as was asked
  if (!Number.isInteger(event["id"])) return false;
  switch (event["type"]) {
    case "opened":
      return typeof event["title"] === "string" && typeof event["author"] === "string";
    case "closed": {
      const reason = event["reason"];
      return reason === "done" || reason === "duplicate" || reason === "stale";
    }
    case "assigned":
      return typeof event["assignee"] === "string";
    case "labelled":
      return typeof event["label"] === "string" && typeof event["colour"] === "string";
    case "commented": {
      const body = event["body"];
      return typeof body === "string" && body !== "" && typeof event["author"] === "string";
    }
    case "renamed":
      return typeof event["from"] === "string" && typeof event["to"] === "string";
    case "moved": {
      const position = event["position"];
      return typeof event["column"] === "string" && typeof position === "number" && Number.isInteger(position) && position >= 0;
    }
    case "locked":
      return typeof event["locked"] === "boolean";
    default:
      return false;
  }
}
