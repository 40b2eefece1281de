import { join } from "node:path";
import type { ApiTarget } from "../config/config.js";
import { defaultCommand } from "../config/resolve-config.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic } from "../diagnostic/diagnostic.js";
import { redact } from "../diagnostic/redact.js";
import { readDescription } from "../generate.js";
import type { Fetched, Io } from "../io.js";
import type { Api } from "../model/ir/api.js";
import type { Access } from "../openapi/resolve/read-description-files.js";
import { layOut, type FetchedFile, type PlacedFile } from "../output/pinned-layout.js";
import { settled } from "../output/pinned-moves.js";
import { changedFiles, type PinnedState } from "../output/pinned-state.js";
import type { PinnedFile } from "../output/pinned-lock.js";
import { failureProblem } from "../source/failure-problem.js";
import { answerProblem } from "../source/fetch-problems.js";
import type { RemoteInput } from "../source/remote-input.js";
import type { ReadFile } from "../source/source-file.js";

/** A description that can be kept, or why it cannot. */
export interface FetchedDescription {
  /** Undefined where an error stands. */
  readonly value: { readonly api: Api; readonly files: readonly PlacedFile[] } | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ReadFile[];
}

/** An answer to one request. */
interface Asked {
  readonly url: string;
  readonly answer: Fetched | undefined;
  readonly problem: Diagnostic | undefined;
}

/**
 * Fetches a description with everything that it refers to, and reads it. What the server says is as it was is taken from the disk. `isForced`: nothing is,
 * and a file that was there before may be gone.
 */
export async function fetchDescription(
  target: ApiTarget,
  remote: RemoteInput,
  access: Access,
  state: PinnedState,
  isForced: boolean,
  io: Io,
): Promise<FetchedDescription> {
  const asked: Asked[] = [];
  const advice = { config: target.config, remote };
  // Who forces it wants what the server has, and not what a server or a cache takes for the same.
  const unchanged = isForced ? new Map<string, PinnedFile>() : conditionals(state);
  const recording: Io = { ...access.io, fetch: recordingFetch(access.io, unchanged, state.root, advice, asked) };
  const request = {
    ...target,
    input: access.url,
    remote: { ...remote, snapshot: undefined },
    access: { ...access, io: recording },
    ...{ command: defaultCommand, importExtension: undefined, runtime: undefined },
  };
  const { api, diagnostics: said, sources } = await readDescription(request, io);
  const { files, urlOf } = settled(fetchedFiles(asked, sources), state.lock);
  const known = new Set(said.map(({ message }) => message));
  const problems = asked
    .flatMap(({ url, answer, problem }) => (problem === undefined || isGone(urlOf(url), answer, state, isForced) ? [] : [problem]))
    .filter(({ message }) => !known.has(message));
  const diagnostics = [...said, ...problems];
  if (api === undefined || hasErrors(diagnostics))
    return { value: undefined, diagnostics: [...diagnostics, refusal(target, remote, state)], sources };
  return { value: { api, files: layOut(state.snapshot, files) }, diagnostics, sources };
}

/** A reference that leads to nothing is the description's defect, and `generate` says what it assumes. A file that was there before is missing for a while only, perhaps. */
function isGone(url: string, answer: Fetched | undefined, { lock }: PinnedState, isForced: boolean): boolean {
  if (answer?.status !== 404 && answer?.status !== 410) return false;
  return isForced || lock?.files.some((file) => file.url === url) !== true;
}

function refusal({ label }: ApiTarget, { at }: RemoteInput, { exists }: PinnedState): Diagnostic {
  const kept = exists ? "; the snapshot stays as it is" : "; no snapshot was made";
  return diagnostic("pull-refused", `What the server sent for ${label} cannot be kept${kept}.`, {
    at,
    hint: "Mend what the other messages name, or tell who serves the description; a server's trouble may pass.",
  });
}

function recordingFetch(
  io: Io,
  unchanged: ReadonlyMap<string, PinnedFile>,
  root: string,
  advice: Parameters<typeof answerProblem>[2],
  asked: Asked[],
): Io["fetch"] {
  return async (url, init) => {
    const name = redact(url.replace(/#.*$/, ""));
    const known = unchanged.get(name);
    try {
      const headers = { ...init?.headers, ...(known === undefined ? {} : conditionsOf(known)) };
      const answer = await io.fetch(url, { ...init, headers });
      const taken = answer.status === 304 && known !== undefined ? await answerFromDisk(known, answer, root, io) : answer;
      asked.push({ url: name, answer: taken, problem: answerProblem(name, taken, advice) });
      return taken;
    } catch (error) {
      asked.push({ url: name, answer: undefined, problem: failureProblem(name, error) });
      throw error;
    }
  };
}

/** Files that are on the disk as they were fetched, by URL: for these a server may say that nothing has changed. */
function conditionals(state: PinnedState): ReadonlyMap<string, PinnedFile> {
  const { edited, missing } = changedFiles(state);
  if (state.journal !== undefined) return new Map();
  const usable = (state.lock?.files ?? []).filter(
    (file) => !edited.includes(file) && !missing.includes(file) && (file.etag !== undefined || file.lastModified !== undefined),
  );
  return new Map(usable.map((file) => [file.url, file]));
}

function conditionsOf({ etag, lastModified }: PinnedFile): Readonly<Record<string, string>> {
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

/** Where it came from is where it is now: a redirect may lead to another place each time, and references go from there. */
async function answerFromDisk({ path, etag, lastModified }: PinnedFile, { url }: Fetched, root: string, io: Io): Promise<Fetched> {
  const headers = { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { "last-modified": lastModified }) };
  return { status: 200, url, body: await io.read(join(root, path)), headers };
}

/** Every file that the description was read from, by what was asked for; the root first, as it was asked for first. */
function fetchedFiles(asked: readonly Asked[], sources: readonly ReadFile[]): readonly FetchedFile[] {
  const texts = new Map(sources.map(({ uri, text }) => [uri, text]));
  const files = new Map<string, FetchedFile>();
  for (const { url, answer } of asked) {
    const final = answer === undefined || answer.url === "" ? url : redact(answer.url.replace(/#.*$/, ""));
    const text = answer?.status === 200 ? texts.get(final) : undefined;
    if (answer === undefined || text === undefined) continue;
    const from = withoutQuery(final) === withoutQuery(url) ? undefined : withoutQuery(final);
    files.set(url, { url, from, text, etag: answer.headers?.["etag"], lastModified: answer.headers?.["last-modified"] });
  }
  return [...files.values()];
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, "");
}
