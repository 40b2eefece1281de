/** The same for a Pet that says what is wrong with it: nothing is made before something is. */

type Values = Readonly<Record<string, unknown>>;
type Key = string | number;

interface Issue {
  path: Key[];
  readonly keyword: string;
  readonly expected: unknown;
}

type Issues = Issue[] | undefined;

function add(issues: Issues, keyword: string, expected: unknown, key?: Key, next?: Key): Issue[] {
  const path = key === undefined ? [] : next === undefined ? [key] : [key, next];
  const issue = { path, keyword, expected };
  if (issues === undefined) return [issue];
  issues.push(issue);
  return issues;
}

function within(issues: Issues, inner: Issues, key: Key, next?: Key): Issues {
  if (inner === undefined) return issues;
  for (const issue of inner) {
    const last = issue.path[0];
    if (last === undefined) issue.path = next === undefined ? [key] : [key, next];
    else issue.path = next === undefined ? [key, last] : [key, next, last];
    if (issues === undefined) issues = [issue];
    else issues.push(issue);
  }
  return issues;
}

const statuses = ["available", "pending", "sold"];

export function allIssues(value: unknown): Issues {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return add(undefined, "type", "object");
  const { id, name, category, photoUrls, tags, status } = value as Values; // an object, as was asked
  let issues: Issues;
  if (id !== undefined && !Number.isSafeInteger(id)) issues = add(issues, "type", "integer", "id");
  if (name === undefined) issues = add(issues, "required", undefined, "name");
  else if (typeof name !== "string") issues = add(issues, "type", "string", "name");
  else if (name === "") issues = add(issues, "minLength", 1, "name");
  else if (name.length > 100 && Array.from(name).length > 100) issues = add(issues, "maxLength", 100, "name");
  if (category !== undefined) issues = within(issues, issuesOfNamed(category), "category");
  if (photoUrls === undefined) issues = add(issues, "required", undefined, "photoUrls");
  else if (!Array.isArray(photoUrls)) issues = add(issues, "type", "array", "photoUrls");
  else {
    if (photoUrls.length > 20) issues = add(issues, "maxItems", 20, "photoUrls");
    for (let i = 0; i < photoUrls.length; i += 1)
      if (typeof photoUrls[i] !== "string") issues = add(issues, "type", "string", "photoUrls", i);
  }
  if (tags !== undefined) {
    if (!Array.isArray(tags)) issues = add(issues, "type", "array", "tags");
    else for (let i = 0; i < tags.length; i += 1) issues = within(issues, issuesOfNamed(tags[i]), "tags", i);
  }
  if (status !== undefined && status !== "available" && status !== "pending" && status !== "sold") {
    issues = add(issues, "enum", statuses, "status");
  }
  return issues;
}

function issuesOfNamed(value: unknown): Issues {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return add(undefined, "type", "object");
  const { id, name } = value as Values; // an object, as was asked
  let issues: Issues;
  if (id !== undefined && !Number.isSafeInteger(id)) issues = add(issues, "type", "integer", "id");
  if (name !== undefined && typeof name !== "string") issues = add(issues, "type", "string", "name");
  return issues;
}

export function firstIssue(value: unknown): Issue | undefined {
  const one = (keyword: string, expected: unknown, ...path: Key[]): Issue => ({ path, keyword, expected });
  if (typeof value !== "object" || value === null || Array.isArray(value)) return one("type", "object");
  const { id, name, category, photoUrls, tags, status } = value as Values; // an object, as was asked
  if (id !== undefined && !Number.isSafeInteger(id)) return one("type", "integer", "id");
  if (name === undefined) return one("required", undefined, "name");
  if (typeof name !== "string") return one("type", "string", "name");
  if (name === "") return one("minLength", 1, "name");
  if (name.length > 100 && Array.from(name).length > 100) return one("maxLength", 100, "name");
  if (category !== undefined) {
    const inner = issuesOfNamed(category)?.[0];
    if (inner !== undefined) return { ...inner, path: ["category", ...inner.path] };
  }
  if (photoUrls === undefined) return one("required", undefined, "photoUrls");
  if (!Array.isArray(photoUrls)) return one("type", "array", "photoUrls");
  if (photoUrls.length > 20) return one("maxItems", 20, "photoUrls");
  for (let i = 0; i < photoUrls.length; i += 1) if (typeof photoUrls[i] !== "string") return one("type", "string", "photoUrls", i);
  if (tags !== undefined) {
    if (!Array.isArray(tags)) return one("type", "array", "tags");
    for (let i = 0; i < tags.length; i += 1) {
      const inner = issuesOfNamed(tags[i])?.[0];
      if (inner !== undefined) return { ...inner, path: ["tags", i, ...inner.path] };
    }
  }
  if (status !== undefined && status !== "available" && status !== "pending" && status !== "sold") return one("enum", statuses, "status");
  return undefined;
}
