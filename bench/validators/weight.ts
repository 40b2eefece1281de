/** How large validators are when they are shipped, and how long it takes until they have given their first answer. */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../measure.js";
import { nextMessage } from "../processes.js";
import type { Start } from "./start.js";
import type { Contender, Order } from "./contender.js";
import { sizeOf, type Workshop } from "./prepare.js";

export interface Load {
  readonly name: string;
  readonly order: Omit<Order, "folder" | "answer">;
  /** A valid value of the first root. */
  readonly value: string;
}

export interface Weight {
  readonly load: string;
  readonly contender: string;
  readonly note?: string;
  /** Minified, and the same by gzip. */
  readonly bytes?: number;
  readonly zipped?: number;
  /** Milliseconds of a fresh process: to load the program, and until its first answer. */
  readonly loaded?: number;
  readonly answered?: number;
}

/** Bundled and minified, with all that says what is wrong; medians of so many fresh processes, the contenders in turn. */
export async function measureWeight(
  loads: readonly Load[],
  contenders: readonly Contender[],
  starts: number,
  workshop: Workshop,
): Promise<readonly Weight[]> {
  const program = await workshop.own("start.ts");
  const all: Weight[] = [];
  for (const { name, order, value } of loads) {
    const file = join(workshop.folder, `${name.replace(/\W+/g, "-")}.json`);
    writeFileSync(file, value);
    const made = await Promise.all(
      contenders.map(async (contender) => ({ contender, bundle: await bundleOf(contender, order, workshop) })),
    );
    const taken = made.map((): Start[] => []);
    for (let start = 0; start < starts; start += 1) {
      for (const [index, { bundle }] of made.entries()) {
        if ("path" in bundle) taken[index]?.push(await nextMessage<Start>(fork(program, [bundle.path, file], { execArgv: [] })));
      }
    }
    all.push(
      ...made.map(({ contender, bundle }, index): Weight => {
        const here = { load: name, contender: contender.name };
        if ("unable" in bundle) return { ...here, note: bundle.unable };
        const of = taken[index] ?? [];
        const times = { loaded: median(of.map(({ loaded }) => loaded)), answered: median(of.map(({ answered }) => answered)) };
        return { ...here, ...sizeOf(bundle.path), ...times, ...(bundle.note === undefined ? {} : { note: bundle.note }) };
      }),
    );
  }
  return all;
}

async function bundleOf(contender: Contender, order: Load["order"], workshop: Workshop): ReturnType<Workshop["whole"]> {
  const whole = await workshop.whole(contender, { ...order, answer: "all" });
  if (!("unable" in whole)) return whole;
  const verdict = await workshop.whole(contender, { ...order, answer: "verdict" });
  return "unable" in verdict ? verdict : { ...verdict, note: `${contender.name} is a verdict only: ${whole.unable}` };
}
