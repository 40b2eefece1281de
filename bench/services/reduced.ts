/** The cells that a test runs each time: sundial's own, in half a minute. */
import { brokenOf, type Broken } from "./bars.js";
import { clients, programs, type Client } from "./clients.js";
import { runCell, type Row } from "./run.js";
import { scenarios, type Scenario } from "./scenarios.js";
import type { Style } from "./style.js";
import { styles } from "./styles/index.js";

/** Every style and client with a burst, and every scenario with what a description says, of styles that differ. */
const everywhere = ["github primary", "openai", "discord routes", "ietf", "headers wrong"];

export interface ReducedCell {
  readonly style: Style;
  readonly scenario: Scenario;
  readonly client: Client;
}

const ours = clients.filter((client) => client.ours);

export const reducedCells: readonly ReducedCell[] = styles.flatMap((style) =>
  scenarios.flatMap((scenario) =>
    ours
      .filter((client) => client.fits(style, scenario))
      .filter(({ knows }) => scenario.name === "burst" || (everywhere.includes(style.name) && knows === "description"))
      .map((client) => ({ style, scenario, client })),
  ),
);

export const nameOf = ({ style, scenario, client }: ReducedCell): string => `${client.name} | ${style.name} | ${scenario.name}`;

const programOf = programs();

/** Runs a cell, with what it does not keep. No peers are there, so that only what holds in any case does where limits are not known. */
export async function runReduced({
  style,
  scenario,
  client,
}: ReducedCell): Promise<{ readonly row: Row; readonly broken: readonly Broken[] }> {
  const program = await programOf(client.file);
  const { row } = await runCell({ style, scenario, client: client.name, create: client.create, program, seed: 1 });
  return { row, broken: brokenOf(row, []) };
}
