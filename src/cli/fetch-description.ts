import { join } from "node:path";
import type { ApiTarget } from "../config/config.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic } from "../diagnostic/diagnostic.js";
import { redact } from "../diagnostic/redact.js";
import { readConfigured, readDescription } from "../generate.js";
import type { Fetched, Io } from "../io.js";
import type { RawFacts } from "../model/compare/raw-facts.js";
import type { Api } from "../model/ir/api.js";
import { descriptionFiles, type Access } from "../openapi/resolve/read-description-files.js";
import { layOut, type FetchedFile, type PlacedFile } from "../output/pinned-layout.js";
import { settled } from "../output/pinned-moves.js";
import { changedFiles, type PinnedState } from "../output/pinned-state.js";
import type { PinnedFile } from "../output/pinned-lock.js";
import { defaultCommand } from "../project/generate-script.js";
import { failureProblem } from "../source/failure-problem.js";
import { answerProblem } from "../source/fetch-problems.js";
import type { RemoteInput } from "../source/remote-input.js";
import type { ReadFile } from "../source/source-file.js";

export interface FetchedValue {
  readonly api: Api;
  readonly raw: RawFacts;
  readonly files: readonly PlacedFile[];
  /** All that there is to say of it. */
  readonly found: readonly Diagnostic[];
}

/** A description that can be kept, or why it cannot. */
export interface FetchedDescription {
  /** Undefined where an error stands. */
  readonly value: FetchedValue | undefined;
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
 * Fetches a description with everything that it and its overlays refer to, those overlays that are on the network, and reads it. What the server says is as it was is taken from the disk. `isForced`: nothing is,
 * and a file that was there before may be gone.
 */
export async function fetchDescription(
  targets: readonly ApiTarget[],
  remote: RemoteInput,
  access: Access,
  state: PinnedState,
  isForced: boolean,
  io: Io,
): Promise<FetchedDescription> {
  const asked: Asked[] = [];
  const [target] = targets;
  if (target === undefined) return { value: undefined, diagnostics: [], sources: [] };
  const advice = { config: target.config, remote };
  // Who forces it wants what the server has, and not what a server or a cache takes for the same.
  const unchanged = isForced ? new Map<string, PinnedFile>() : conditionals(state);
  const recording: Io = { ...access.io, fetch: recordingFetch(access.io, unchanged, state.root, advice, asked) };
  const request = {
    input: access.url,
    remote: { ...remote, snapshot: undefined },
    access: { ...access, io: recording },
    ...{ command: defaultCommand, importExtension: undefined, runtime: undefined },
  };
  const { api, raw = new Map(), diagnostics: found, sources } = await readDescription({ ...target, ...request }, io);
  const overlays: Asked[] = [];
  // No headers are sent for overlays.
  const forOverlays: Io = { ...io, fetch: recordingFetch(access.masked?.(io) ?? io, unchanged, state.root, { isOverlay: true }, overlays) };
  const own = await overlayFiles(targets, access, forOverlays);
  const more = [];
  for (const each of targets) if (each.overlays !== undefined) more.push(await readConfigured({ ...each, ...request }, forOverlays));
  const all = [...sources, ...own.shown, ...more.flatMap((each) => each.sources)];
  const said = [...found, ...own.diagnostics];
  const { files, urlOf } = settled([...fetchedFiles(asked, all), ...fetchedFiles(overlays, all)], state.lock);
  const known = new Set(said.map(({ message }) => message));
  const problems = asked
    .flatMap(({ url, answer, problem }) => (problem === undefined || isGone(urlOf(url), answer, state, isForced) ? [] : [problem]))
    .filter(({ message }) => !known.has(message));
  const diagnostics = [...said, ...problems];
  if (api === undefined || hasErrors(diagnostics))
    return { value: undefined, diagnostics: [...diagnostics, refusal(target, remote, state, asked)], sources };
  return { value: { api, raw, found, files: layOut(state.snapshot, files) }, diagnostics, sources };
}

/** The overlays on the network of all APIs that a snapshot is for. */
async function overlayFiles(
  targets: readonly ApiTarget[],
  { url, remarks }: Access,
  io: Io,
): Promise<{ readonly shown: readonly ReadFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const fetched = targets.flatMap(({ overlays = [] }) => overlays).filter((each) => /^https?:/i.test(each.input));
  const byInput = new Map(fetched.map((each) => [each.input, each]));
  const files = descriptionFiles(url, {}, io);
  const { diagnostics } = await files.readOverlays([...byInput.values()]);
  return { shown: files.shown, diagnostics: [...diagnostics, ...(remarks?.() ?? [])] };
}

/** A reference that leads to nothing is the description's defect, and `generate` says what it assumes. A file that was there before is missing for a while only, perhaps. */
function isGone(url: string, answer: Fetched | undefined, { lock }: PinnedState, isForced: boolean): boolean {
  if (answer?.status !== 404 && answer?.status !== 410) return false;
  return isForced || lock?.files.some((file) => file.url === url) !== true;
}

function refusal({ label }: ApiTarget, { at }: RemoteInput, { exists }: PinnedState, asked: readonly Asked[]): Diagnostic {
  const kept = exists ? "; the snapshot stays as it is" : "; no snapshot was made";
  const unanswered = asked.filter(({ answer }) => answer === undefined).length;
  if (unanswered === 0)
    return diagnostic("pull-refused", `What the server sent for ${label} cannot be kept${kept}.`, {
      at,
      hint: "Mend what the other messages name, or tell who serves the description; a server's trouble may pass.",
    });
  const what = unanswered === asked.length ? "could not be fetched" : "could not be fetched as a whole";
  return diagnostic("pull-refused", `The description of ${label} ${what}${kept}.`, {
    at,
    hint: "Look at what the other messages say, and run the command again: a server's trouble may pass.",
  });
}

function recordingFetch(
  io: Io,
  unchanged: ReadonlyMap<string, PinnedFile>,
  root: string,
  advice: Parameters<typeof answerProblem>[2],
  all: Asked[],
): Io["fetch"] {
  const answers = new Map<string, Promise<Fetched>>();
  const ask = async (url: string, init: Parameters<Io["fetch"]>[1]): Promise<Fetched> => {
    const name = redact(url.replace(/#.*/s, ""));
    const known = unchanged.get(name);
    try {
      const headers = { ...init?.headers, ...(known === undefined ? {} : conditionsOf(known)) };
      const answer = await io.fetch(url, { ...init, headers });
      const taken = answer.status === 304 && known !== undefined ? await answerFromDisk(known, answer, root, io) : answer;
      all.push({ url: name, answer: taken, problem: answerProblem(name, taken, advice) });
      return taken;
    } catch (error) {
      all.push({ url: name, answer: undefined, problem: failureProblem(name, error) });
      throw error;
    }
  };
  // It is read more than once: each file is asked for once.
  return (url, init) => {
    const asked = `${init?.mayFollow === undefined ? "anywhere" : "within its origin"} ${url}`;
    const answer = answers.get(asked) ?? ask(url, init);
    answers.set(asked, answer);
    return answer;
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
  const texts = new Map(sources.toReversed().map(({ uri, text }) => [uri, text])); // the first: later ones have overlays applied
  const files = new Map<string, FetchedFile>();
  for (const { url, answer } of asked) {
    const final = answer === undefined || answer.url === "" ? url : redact(answer.url.replace(/#.*/s, ""));
    const text = answer?.status === 200 ? texts.get(final) : undefined;
    if (answer === undefined || text === undefined) continue;
    const from = withoutQuery(final) === withoutQuery(url) ? undefined : withoutQuery(final);
    files.set(url, { url, from, text, etag: answer.headers?.["etag"], lastModified: answer.headers?.["last-modified"] });
  }
  return [...files.values()];
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, "");
}
