/**
 * What clients do to a service with a limit, and what it does to them: 60 requests a minute, and a ban at the third request inside a
 * closed window. Service, clients and another program are processes of their own, with real HTTP between them; time is scaled for all
 * of them alike. The service counts.
 *
 *   npm run bench:limits -- [--scale 10] [--scenario burst,other] [--client sundial,ky] [--json FILE]
 *
 * Columns: `sent`, requests that arrived; `rejected`, those answered 429; `sentWhileClosed`, those that came although a 429's
 * `Retry-After` was not over (see `limits/ledger.ts`); `banned`; `seconds`, from the first request to the last answer, on the scaled
 * clock; and `share`, of the rate that the service allows: calls that were answered, over those that a client that knows everything
 * would have had answered in the same time. It sends what each window has room for the moment it opens; its time is `ideal` below.
 * A client that ends sooner than that has its share of all calls.
 */
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { newerNode } from "./newer-node.js";
import { buildPrograms } from "./programs.js";
import { startRedis } from "./redis.js";
import { runScenario, startService, type Environment, type Outcome } from "./limits/run.js";
import { scenarios } from "./limits/scenarios.js";

const clients = ["sundial", "fetch", "ky", "undici", "octokit"];
const { values } = parseArgs({
  options: {
    scale: { type: "string", default: "10" },
    scenario: { type: "string" },
    client: { type: "string" },
    json: { type: "string" },
  },
});

const columns = ["scenario", "client", "sent", "rejected", "sentWhileClosed", "banned", "share", "seconds"] as const;

function print(cells: readonly string[]): void {
  console.log(cells.map((text, index) => (index < 2 ? text.padEnd(12) : text.padStart(index === 4 ? 17 : 10))).join(""));
}

function printRow({ row, stopped }: Outcome): void {
  const { scenario, client, sent, rejected, sentWhileClosed, banned, share, seconds } = row;
  const counts = [sent, rejected, sentWhileClosed].map(String);
  const rate = `${(share * 100).toFixed(1)} %`;
  print([scenario, client, ...counts, banned ? "yes" : "no", rate, `${stopped ? "> " : ""}${seconds.toFixed(1)}`]);
}

/** What sundial promises and did not keep. */
function broken({ row, report, outcomes, stopped }: Outcome, calls: number): readonly string[] {
  const bars: readonly (readonly [boolean, string])[] = [
    [!stopped && outcomes["200"] === calls, `not every call was answered: ${JSON.stringify(outcomes)}`],
    [report.doubled === 0, `${String(report.doubled)} calls were answered twice`],
    [!row.banned, "the key was banned"],
    [row.sentWhileClosed === 0, `${String(row.sentWhileClosed)} requests were sent while the key was closed`],
    [report.avoidable === 0, `${String(report.avoidable)} of ${String(row.rejected)} rejections were avoidable`],
    [row.share >= 0.95, `${(row.share * 100).toFixed(1)} % of the allowed rate were used`],
  ];
  return bars.filter(([kept]) => !kept).map(([, text]) => `${row.scenario}: ${text}`);
}

async function compare(node: string): Promise<readonly Outcome[]> {
  const redis = await startRedis();
  const programs = await buildPrograms(["limits/service.ts", "limits/caller.ts", "limits/other-program.ts"]);
  const environment: Environment = { programs, node, scale: Number(values.scale), start: Date.now(), redis: redis.url };
  const service = await startService(environment);
  const outcomes: Outcome[] = [];
  try {
    for (const scenario of scenarios.filter(({ name }) => values.scenario?.split(",").includes(name) ?? true)) {
      for (const client of clients.filter((one) => values.client?.split(",").includes(one) ?? true)) {
        if (scenario.without.includes(client)) continue;
        const outcome = await runScenario(environment, service, scenario, client);
        printRow(outcome);
        outcomes.push(outcome);
      }
    }
  } finally {
    service.stop();
    programs.remove();
    await redis.stop();
  }
  return outcomes;
}

const node = newerNode();
const missing = ["node_modules/ky", "node_modules/undici", "node_modules/@octokit/plugin-throttling", "../dist/bin.js"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => !existsSync(path));
if (node === undefined || missing.length > 0) {
  const things = [...missing, ...(node === undefined ? ["Node 22.19 or later"] : [])];
  console.error(`Cannot measure without:\n${things.map((thing) => `  ${thing}`).join("\n")}`);
  console.error("Run `npm install --prefix bench --ignore-scripts` and `npm run build`.");
  process.exitCode = 2;
} else {
  console.log(`A minute takes ${(60 / Number(values.scale)).toFixed(1)} s.\n`);
  print(columns);
  const outcomes = await compare(node);
  if (values.json !== undefined) {
    const rows = outcomes.map(({ row }) => row);
    writeFileSync(values.json, `${JSON.stringify({ scale: Number(values.scale), rows, outcomes }, undefined, 2)}\n`);
  }
  const calls = new Map(scenarios.map((scenario) => [scenario.name, scenario.calls]));
  const failures = outcomes.filter(({ row }) => row.client === "sundial").flatMap((one) => broken(one, calls.get(one.row.scenario) ?? 0));
  for (const failure of failures) console.error(`sundial, ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
