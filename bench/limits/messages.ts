/** What the processes of the limits benchmark tell each other. Moments are milliseconds since the epoch of the scaled clock. */

/** Of a window; the service's, and what its document says. */
export const quota = 60;
export const windowSeconds = 60;

/** How many times faster than the wall clock a process lives. */
export const timeScale = (): number => Number(process.env["BENCH_TIME_SCALE"] ?? 1);

/** To the service: a key that it shall know from now on, or what happened on one. */
export type ToService = OpenKey | { readonly report: string };

export interface OpenKey {
  readonly open: string;
  readonly headers: boolean;
  /** With random delays, refusals and lost connections; its clock is so many milliseconds ahead. */
  readonly trouble?: { readonly ahead: number };
}

export type FromService = { readonly port: number } | { readonly report: Report };

/** What one program did on its key, as the service saw it. */
export interface Report {
  /** Requests that arrived. */
  readonly sent: number;
  /** Those answered 429. */
  readonly rejected: number;
  /** Those answered 429 although the client could have known: it had sent all that the service's answers in this window allowed. */
  readonly avoidable: number;
  readonly sentWhileClosed: number;
  /** Of the first of these, how long after the first 429 they came, in milliseconds. */
  readonly after: readonly number[];
  readonly banned: boolean;
  /** Calls that were answered 200, each once. */
  readonly served: number;
  /** Calls that were answered 200 again. */
  readonly doubled: number;
  /** Arrival of the first request. */
  readonly first: number;
  /** End of the last answer. */
  readonly last: number;
  /** End of the window that the first request fell into. */
  readonly firstReset: number;
}

/** What a caller is told on its command line, as JSON. */
export interface Assignment {
  readonly client: string;
  readonly baseUrl: string;
  readonly key: string;
  /** Numbers of the calls to make, all at once: from, and up to but not including. */
  readonly calls: readonly [number, number];
  /** How many clients share the work. */
  readonly instances: number;
  /** Where the gate is shared among processes. */
  readonly redis?: string | undefined;
}

/** From a caller: it has warmed up and waits for any message to begin; or how many of its calls ended in which way, by status or error. */
export type FromCaller = "ready" | { readonly outcomes: Readonly<Record<string, number>> };
