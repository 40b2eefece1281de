import { leastFetchMinor } from "../project/openapi-fetch.js";
import { dependencyLists, isRecord } from "../project/project-setup.js";
import { endOfString, endOfValue, membersOf, skipBlank, type JsonMember } from "../source/json-text.js";
import { parseRecord, quoted } from "../setup/read-settings.js";
import { version } from "../version.js";
import type { ScriptCall } from "./old-setup.js";
import { withEdits, type TextEdit } from "./text-edits.js";

/** What a package.json is changed by. */
export interface ManifestChange {
  readonly calls: readonly ScriptCall[];
  /** The command in place of a call. */
  readonly commandOf: (call: ScriptCall) => string;
  /** Whether nothing needs openapi-typescript any more. */
  readonly isReplaced: boolean;
  /** Whether calls by path run on openapi-fetch, which has to be new enough. */
  readonly needsFetch: boolean;
}

/** A package.json with other scripts and dependencies. */
export interface ChangedManifest {
  readonly text: string;
  /** What openapi-fetch was, where a newer one takes its place. */
  readonly raisedFrom: string | undefined;
}

const fetchRange = "^0.17.0";

/**
 * The text of a package.json after a change; all else stays as it was written. Undefined where it cannot be done safely. `text`: JSON of an object.
 */
export function changeManifest(text: string, change: ManifestChange): ChangedManifest | undefined {
  if (parseRecord(text) === undefined) return undefined;
  const start = skipBlank(text, text.startsWith("\ufeff") ? 1 : 0);
  const edits: TextEdit[] = [];
  let raisedFrom: string | undefined;
  for (const member of membersOf(text, start)) {
    if (!isRecord(parseValue(text, member))) continue;
    if (member.name === "scripts") for (const edit of scriptEdits(text, member, change)) edits.push(edit);
    if (!dependencyLists.some((kind) => kind === member.name)) continue;
    if (change.isReplaced) for (const edit of toolEdits(text, member)) edits.push(edit);
    const old = change.needsFetch && member.name !== "peerDependencies" ? oldFetch(text, member) : undefined;
    if (old === undefined) continue;
    raisedFrom = old.range;
    edits.push(old.edit);
  }
  const after = withEdits(text, edits);
  return parseRecord(after) === undefined ? undefined : { text: after, raisedFrom };
}

function parseValue(text: string, { value }: JsonMember): unknown {
  return JSON.parse(text.slice(value, endOfValue(text, value))) as unknown;
}

function scriptEdits(text: string, scripts: JsonMember, { calls, commandOf }: ManifestChange): readonly TextEdit[] {
  return [...membersOf(text, scripts.value)].flatMap((member) => {
    const own = calls.filter(({ script }) => script === member.name);
    const written = parseValue(text, member);
    if (own.length === 0 || typeof written !== "string") return [];
    const edits = own.map((each) => ({ start: each.call.start, end: each.call.end, text: commandOf(each) }));
    return [{ start: member.value, end: endOfString(text, member.value) + 1, text: quoted(withEdits(written, edits)) }];
  });
}

/** openapi-typescript becomes openapi-sundial; where that is listed already, it is taken out. */
function toolEdits(text: string, listed: JsonMember): readonly TextEdit[] {
  const members = [...membersOf(text, listed.value)];
  const index = members.findIndex(({ name }) => name === "openapi-typescript");
  const member = members[index];
  if (member === undefined) return [];
  const end = endOfString(text, member.value) + 1;
  if (!text.includes('"openapi-sundial"', listed.value) || members.every(({ name }) => name !== "openapi-sundial"))
    return [{ start: member.key, end, text: `"openapi-sundial": "^${version}"` }];
  const [before, after] = [members[index - 1], members[index + 1]];
  if (after !== undefined) return [{ start: member.key, end: after.key, text: "" }];
  return before === undefined ? [] : [{ start: endOfValue(text, before.value), end, text: "" }];
}

/** An openapi-fetch that calls by path cannot run on. */
function oldFetch(text: string, listed: JsonMember): { readonly range: string; readonly edit: TextEdit } | undefined {
  const member = [...membersOf(text, listed.value)].find(({ name }) => name === "openapi-fetch");
  const range = member === undefined ? undefined : parseValue(text, member);
  if (member === undefined || typeof range !== "string") return undefined;
  if (!isOldFetch(range)) return undefined;
  return { range, edit: { start: member.value, end: endOfString(text, member.value) + 1, text: quoted(fetchRange) } };
}

/** Whether calls by path cannot run on what a range of openapi-fetch has. */
export function isOldFetch(range: string): boolean {
  const minor = /^[\^~]?0\.(\d+)(?:\.|$)/.exec(range)?.[1];
  return minor !== undefined && Number(minor) < leastFetchMinor;
}
