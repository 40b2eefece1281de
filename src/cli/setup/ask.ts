import type { Io } from "../../io.js";
import { colorsFor } from "../../report/colors.js";
import { print, visible } from "../../report/print.js";

/** What a person says who wants none of it: the end of the input, or Ctrl-C. */
export const stopped = Symbol("stopped");

/** Asks on a terminal until the answer is one, and takes what is proposed where nothing is typed. `read`: the value of an answer, or what is wrong with it. */
export async function ask<T>(
  io: Io,
  question: string,
  proposed: string | undefined,
  read: (answer: string) => { readonly value: T } | { readonly wrong: string },
): Promise<T | typeof stopped> {
  const color = colorsFor(io, io.stderr);
  const shown = proposed === undefined ? "" : ` ${color.dim(`[${visible(proposed)}]`)}`;
  print(io, "stderr", `\n${question}${shown}\n`);
  for (;;) {
    print(io, "stderr", "> ");
    const line = await io.readLine?.();
    if (line === undefined) return stopped;
    const answer = line.trim() === "" ? proposed : line.trim();
    const result = answer === undefined ? { wrong: "An answer is needed; Ctrl-C ends." } : read(answer);
    if ("value" in result) return result.value;
    print(io, "stderr", `${visible(result.wrong)}\n`);
  }
}

/** One of several, by its number or its word. */
export function choiceOf<T extends string>(words: readonly T[]): (answer: string) => { readonly value: T } | { readonly wrong: string } {
  return (answer) => {
    const word = words.find((each, index) => each === answer || String(index + 1) === answer);
    return word === undefined ? { wrong: `It takes a number from 1 to ${String(words.length)}.` } : { value: word };
  };
}
