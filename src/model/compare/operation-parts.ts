import type { Operation } from "../ir/operation.js";

/** What changed of an operation in a way that one sentence can say; what breaks callers first. */
export interface PartChanges {
  readonly what: readonly string[];
  /** The operation as it was, with those changes made: what else differs is another change. */
  readonly before: Operation;
}

/** Parameters and responses that came or went, and what is required now or no longer. */
export function partChanges(before: Operation, now: Operation): PartChanges {
  const [breaking, other]: readonly [string[], string[]] = [[], []];
  const nameOf = (each: Operation["parameters"][number]): string => `${each.in} parameter ${JSON.stringify(each.name)}`;
  const old = new Map(before.parameters.map((each) => [nameOf(each), each]));
  const fresh = new Map(now.parameters.map((each) => [nameOf(each), each]));
  for (const name of old.keys()) if (!fresh.has(name)) breaking.push(`its ${name} is gone`);
  const parameters = now.parameters.map((each) => {
    const [name, known] = [nameOf(each), old.get(nameOf(each))];
    if (known === undefined) (each.required ? breaking : other).push(`its ${each.required ? "required " : ""}${name} is new`);
    else if (known.required !== each.required)
      (each.required ? breaking : other).push(`its ${name} is ${each.required ? "required" : "optional"} now`);
    return known === undefined ? each : { ...known, required: each.required };
  });
  const statuses = new Map(before.responses.map((each) => [each.status, each]));
  for (const status of statuses.keys())
    if (!now.responses.some((each) => each.status === status)) breaking.push(`its response ${status} is gone`);
  for (const { status } of now.responses) if (!statuses.has(status)) other.push(`its response ${status} is new`);
  const body = bodyChange(before, now);
  if (body !== undefined) (body.endsWith("optional now") ? other : breaking).push(body);
  return {
    what: [...breaking, ...other],
    before: {
      ...before,
      parameters,
      responses: now.responses.map((each) => statuses.get(each.status) ?? each),
      body: before.body === undefined || now.body === undefined ? now.body : { ...before.body, required: now.body.required },
    },
  };
}

function bodyChange({ body: before }: Operation, { body: now }: Operation): string | undefined {
  if (before === undefined) return now === undefined ? undefined : `it has ${now.required ? "a required" : "an optional"} request body now`;
  if (now === undefined) return "its request body is gone";
  return before.required === now.required ? undefined : `its request body is ${now.required ? "required" : "optional"} now`;
}
