import { expect, test } from "vitest";
import { discordService, type DiscordSettings } from "./discord.js";
import { githubService, type GithubSettings } from "./github.js";
import { serve } from "./http.js";
import { openaiService, type OpenaiSettings } from "./openai.js";
import { presetProgram, type Operations } from "./preset-client.js";
import { play, repeated, type Outcome, type ScenarioCall } from "./scenario.js";
import type { DocumentedService } from "./service.js";

/** The bars: every call comes to what it should, nothing is sent while closed, and of what can be known at most 2 in 100 are turned away. */
function expectKept({ failed, sentWhileClosed, rejected, sent, rejections }: Outcome, mostRejected = sent / 50): void {
  expect({ failed, sentWhileClosed, rejections, isWithin: rejected <= mostRejected }).toEqual({
    failed: 0,
    sentWhileClosed: 0,
    rejections,
    isWithin: true,
  });
}

const cycle = (count: number, kinds: readonly ScenarioCall[]): readonly ScenarioCall[] =>
  Array.from({ length: count }, (_, index) => kinds[index % kinds.length] ?? { operation: "", args: {} });

const slow = (): number => 20_000;

const github = {
  getRepo: "GET /repos/{owner}/{repo}",
  createIssue: "POST /repos/{owner}/{repo}/issues",
  deleteLabel: "DELETE /repos/{owner}/{repo}/labels",
  search: "GET /search/issues",
  searchCode: "GET /search/code",
  getPrivate: "GET /repos/octo/private/actions",
} as const satisfies Operations;

const ofRepo = { path: { owner: "octo", repo: "spoon" } };
const read = { operation: "getRepo", args: ofRepo };
const issue = { operation: "createIssue", args: { ...ofRepo, body: { title: "It broke" } } };
const deletion = { operation: "deleteLabel", args: ofRepo };
const search = { operation: "search", args: {} };
const codeSearch = { operation: "searchCode", args: {} };
const forbidden = { operation: "getPrivate", args: {}, status: 403 };

const githubProgram = presetProgram(github, "github");

interface GithubCase {
  readonly calls: readonly ScenarioCall[];
  readonly settings?: GithubSettings;
  readonly handlerOf?: () => number;
  /** Of what nobody can know. */
  readonly mostRejected?: number;
}

const githubCases: Readonly<Record<string, GithubCase>> = {
  "a burst of reads": { calls: repeated(300, read) },
  "more reads than a minute has points": { calls: repeated(2000, read) },
  "issues, of which a minute has 80": { calls: repeated(200, issue) },
  "deletions, which cost five points": { calls: repeated(400, deletion) },
  "reads beside deletions": { calls: [...repeated(800, read), ...repeated(200, deletion)] },
  "all of them in turn": { calls: cycle(400, [read, issue, deletion, search, read, read]) },
  "searches beside reads": { calls: [...repeated(100, search), ...repeated(300, read)] },
  "code searches": { calls: repeated(30, codeSearch) },
  "slow reads, of which 100 may be under way": { calls: repeated(500, read), handlerOf: slow },
  "a smaller primary limit than the plan's": { calls: repeated(1500, read), settings: { core: 1000 } },
  "what the token may not see": { calls: [...repeated(50, forbidden), ...repeated(50, read)] },
  "secondary limits without Retry-After": { calls: repeated(400, deletion), settings: { retryAfter: false } },
  // Nobody is told of the time of processors: all that are under way when it is spent are turned away, and then nothing is sent for a minute.
  "a secondary limit that cannot be known": { calls: repeated(400, read), settings: { cpuOf: () => 500 }, mostRejected: 50 },
  "the same without Retry-After": { calls: repeated(400, read), settings: { cpuOf: () => 500, retryAfter: false }, mostRejected: 50 },
};

test.each(Object.entries(githubCases).flatMap(([name, each]) => ([403, 429] as const).map((status) => [name, status, each] as const)))(
  "GitHub's preset keeps to GitHub's documentation: %s, rejected with %i",
  async (_, status, { calls, settings, handlerOf, mostRejected }) => {
    const service = githubService({ ...settings, status });
    expectKept(await play({ program: await githubProgram, service, calls, ...(handlerOf && { handlerOf }) }), mostRejected);
  },
);

const discord = {
  post: "POST /channels/{channel}/messages",
  list: "GET /channels/{channel}/messages",
  channels: "GET /guilds/{guild}/channels",
  roles: "GET /guilds/{guild}/roles",
  emojis: "POST /guilds/{guild}/emojis",
  hook: "POST /webhooks/{id}/{token}",
  user: "GET /users/me",
  callback: "POST /interactions/{id}/{token}/callback",
  pins: "GET /channels/forbidden/pins",
} as const satisfies Operations;

const post = (channel: number): ScenarioCall => ({ operation: "post", args: { path: { channel: `c${String(channel)}` }, body: {} } });
const ofGuild = { path: { guild: "g" } };
const channels = { operation: "channels", args: ofGuild };
const roles = { operation: "roles", args: ofGuild };
const emoji = { operation: "emojis", args: { ...ofGuild, body: {} } };
const user = { operation: "user", args: {} };
const pins = { operation: "pins", args: {}, status: 403 };
const hook = (id: number): ScenarioCall => ({ operation: "hook", args: { path: { id: `h${String(id)}`, token: "t" }, body: {} } });
const callback = (id: number): ScenarioCall => ({ operation: "callback", args: { path: { id: `i${String(id)}`, token: "t" }, body: {} } });
const numbered = (count: number, call: (index: number) => ScenarioCall): readonly ScenarioCall[] =>
  Array.from({ length: count }, (_, index) => call(index));

const discordProgram = presetProgram(discord, "discord");

interface DiscordCase {
  readonly calls: readonly ScenarioCall[];
  readonly settings?: DiscordSettings;
  readonly handlerOf?: () => number;
  readonly mostRejected?: number;
  readonly mostSeconds?: number;
}

const discordCases: Readonly<Record<string, DiscordCase>> = {
  "messages of a channel": { calls: repeated(100, post(1)) },
  "messages of thirty channels": { calls: numbered(300, (index) => post(index % 30)), mostSeconds: 8 },
  "messages of thirty channels, one after the other": {
    calls: numbered(300, (index) => ({ ...post(index % 30), at: index * 40 })),
    mostSeconds: 14,
  },
  "messages of many channels, beyond the global limit": { calls: numbered(600, (index) => post(index % 200)), mostSeconds: 14 },
  // The first call of each window comes after the five seconds that the preset has: one is turned away for each window.
  "a route whose window is longer than the preset's": { calls: repeated(60, channels), mostRejected: 6 },
  "slow messages": { calls: repeated(100, post(1)), handlerOf: () => 3000 },
  webhooks: { calls: numbered(60, (index) => hook(index % 6)) },
  "interactions, which are in no global limit": { calls: [...numbered(200, callback), ...repeated(50, user)] },
  "what the bot may not see, which counts as invalid": { calls: [...repeated(100, pins), ...repeated(50, post(1))] },
  // "The quota returned by our APIs may be inaccurate, and you may encounter 429s."
  "emojis, whose headers are wrong": { calls: repeated(30, emoji), mostRejected: 3 },
  "emojis, of which others make some": { calls: repeated(15, emoji), settings: { sharedTakenByOthers: 5 }, mostRejected: 8 },
};

function watched(service: ReturnType<typeof discordService>): { readonly service: DocumentedService; readonly isBanned: () => boolean } {
  let isBanned = false;
  const decide: DocumentedService["decide"] = (request, now) => {
    const decision = service.decide(request, now);
    isBanned ||= service.isBanned(now);
    return decision;
  };
  return { service: { decide }, isBanned: () => isBanned };
}

test.each(Object.entries(discordCases))(
  "Discord's preset keeps to Discord's documentation: %s",
  async (_, { calls, settings, handlerOf, mostRejected, mostSeconds = Infinity }) => {
    const { service, isBanned } = watched(discordService(settings));
    const outcome = await play({ program: await discordProgram, service, calls, ...(handlerOf && { handlerOf }) });
    expectKept(outcome, mostRejected);
    expect(outcome.seconds).toBeLessThanOrEqual(mostSeconds);
    expect(isBanned()).toBe(false);
  },
);

// Their window is longer than the preset's: one is turned away for each.
test("Discord's preset learns that two routes have a bucket in common", async () => {
  const { service, isBanned } = watched(discordService());
  const { failed, rejected } = await play({ program: await discordProgram, service, calls: cycle(60, [channels, roles]) });
  expect({ failed, isBanned: isBanned(), isWithin: rejected <= 6 }).toEqual({ failed: 0, isBanned: false, isWithin: true });
});

const openaiProgram = presetProgram({ chat: "POST /v1/chat/completions" }, "openai");

const chat = (tokens: number, model = "gpt-4o"): ScenarioCall => ({
  operation: "chat",
  args: { body: { model, max_tokens: tokens, messages: [{ role: "user", content: "Say something" }] } },
});

interface OpenaiCase {
  readonly calls: readonly ScenarioCall[];
  readonly settings: OpenaiSettings;
  readonly handlerOf?: () => number;
}

const openaiCases: Readonly<Record<string, OpenaiCase>> = {
  "quick calls, 60 a minute": { calls: repeated(200, chat(10)), settings: { requests: 60 } },
  "slow calls, 60 a minute": { calls: repeated(200, chat(10)), settings: { requests: 60 }, handlerOf: () => 8000 },
  "500 a minute": { calls: repeated(1200, chat(10)), settings: { requests: 500, tokens: 200_000 } },
  tokens: { calls: repeated(100, chat(1000)), settings: { requests: 500, tokens: 30_000 } },
  "two models": { calls: cycle(200, [chat(10), chat(10, "gpt-4o-mini")]), settings: { requests: 60 } },
};

test.each(Object.entries(openaiCases).flatMap(([name, each]) => [false, true].map((retryAfter) => [name, retryAfter, each] as const)))(
  "OpenAI's preset keeps to OpenAI's documentation: %s, with retry-after: %s",
  async (_, retryAfter, { calls, settings, handlerOf }) => {
    const service = openaiService({ ...settings, retryAfter });
    expectKept(await play({ program: await openaiProgram, service, calls, ...(handlerOf && { handlerOf }) }));
  },
);

test("OpenAI's preset does not wait for spent credit: each call is sent once", async () => {
  const calls = repeated(5, { ...chat(10), status: 429 });
  const { sent, failed } = await play({ program: await openaiProgram, service: openaiService(), calls, token: "sk-without-credit" });
  expect({ sent, failed }).toEqual({ sent: 5, failed: 0 });
});

test("the documented services speak over real HTTP as they do in virtual time", async () => {
  const now = Date.UTC(2030, 0, 1);
  const served = await serve(githubService({ core: 2 }), { now: () => now });
  try {
    const answers = [];
    for (let count = 0; count < 3; count += 1) {
      const response = await fetch(`${served.url}/repos/octo/spoon`);
      answers.push([response.status, response.headers.get("x-ratelimit-remaining"), response.headers.get("x-ratelimit-resource")]);
      await response.text();
    }
    expect(answers).toEqual([
      [200, "1", "core"],
      [200, "0", "core"],
      [403, "0", "core"],
    ]);
  } finally {
    await served.close();
  }
});
