/** One of 33 kinds of events, by hand: its type says what to look at. */
type Values = Readonly<Record<string, unknown>>;

export function isEvent(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const event = value as Values; // an object, as was asked
  return Number.isInteger(event["id"]) && typeof event["at"] === "string" && isOfKind(event);
}

function isOfKind(event: Values): boolean {
  switch (event["type"]) {
    case "branch.created":
    case "branch.deleted":
      return isText(event["branch"]);
    case "check.completed":
      return isText(event["check"]) && isFlag(event["passed"]);
    case "check.started":
      return isText(event["check"]);
    case "comment.created":
      return isText(event["body"]) && isActor(event["author"]);
    case "comment.deleted":
      return isInteger(event["comment"]);
    case "comment.edited":
      return isText(event["body"]) && isText(event["before"]);
    case "deploy.failed":
      return isText(event["stage"]) && isText(event["reason"]);
    case "deploy.finished":
      return isText(event["stage"]) && isCount(event["seconds"]);
    case "deploy.started":
      return isText(event["stage"]);
    case "fork.created":
      return isText(event["fork"]) && isActor(event["owner"]);
    case "issue.assigned":
    case "issue.unassigned":
      return isInteger(event["issue"]) && isActor(event["assignee"]);
    case "issue.closed":
      return isInteger(event["issue"]) && isText(event["reason"]);
    case "issue.labelled":
      return isInteger(event["issue"]) && areTexts(event["labels"]);
    case "issue.locked":
      return isInteger(event["issue"]) && isFlag(event["locked"]);
    case "issue.opened":
      return isInteger(event["issue"]) && isText(event["title"]);
    case "issue.renamed":
      return isInteger(event["issue"]) && isText(event["from"]) && isText(event["to"]);
    default:
      return isOfOtherKind(event);
  }
}

function isOfOtherKind(event: Values): boolean {
  switch (event["type"]) {
    case "label.created":
      return isText(event["label"]) && isText(event["colour"]);
    case "label.deleted":
      return isText(event["label"]);
    case "member.added":
      return isActor(event["member"]) && isText(event["role"]);
    case "member.removed":
      return isActor(event["member"]);
    case "milestone.closed":
      return isText(event["milestone"]) && isCount(event["open"]);
    case "milestone.created":
      return isText(event["milestone"]);
    case "page.built":
      return isText(event["page"]) && isCount(event["seconds"]);
    case "push.forced":
      return isText(event["branch"]) && isText(event["before"]) && isText(event["after"]);
    case "push.made":
      return isText(event["branch"]) && areTexts(event["commits"]);
    case "release.created":
      return isText(event["tag"]) && isFlag(event["draft"]);
    case "release.deleted":
      return isText(event["tag"]);
    case "review.requested":
      return isInteger(event["change"]) && isActor(event["reviewer"]);
    case "review.submitted":
      return isInteger(event["change"]) && isFlag(event["approved"]) && isText(event["body"]);
    case "star.created":
    case "star.deleted":
      return isCount(event["stars"]);
    default:
      return false;
  }
}

const isText = (value: unknown): boolean => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isInteger = (value: unknown): boolean => Number.isInteger(value);
const isCount = (value: unknown): boolean => typeof value === "number" && Number.isInteger(value) && value >= 0;
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

function isActor(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { id, login } = value as Values; // an object, as was asked
  return isInteger(id) && isText(login);
}
