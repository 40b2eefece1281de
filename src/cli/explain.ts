import { catalogue } from "../diagnostic/catalogue.js";
import type { Entry } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { usage } from "./arguments.js";
import { colorsFor } from "../report/colors.js";
import { command } from "./command.js";
import { exit } from "./exit-codes.js";
import { printFindings } from "../report/findings.js";
import { print } from "../report/print.js";
import { columnsOf, hanging, wrap } from "../report/wrap.js";

export const explainCommand = command(
  {
    name: "explain",
    description: "Explain a code that a message carries, or list all codes",
    flags: {},
    operands: { hint: "code", description: "The code, such as edited-by-hand", max: 1 },
  },
  ({ _: [code] }, io) => {
    const color = colorsFor(io, io.stdout);
    if (code === undefined) {
      const width = Math.max(...Object.keys(catalogue).map((name) => name.length));
      for (const [name, { severity, title }] of Object.entries(catalogue)) {
        const before = `${name.padEnd(width)}  ${severity.padEnd(7)}  `;
        print(io, "stdout", `${hanging(before, title, io.stdout)}\n`);
      }
      return Promise.resolve(exit.fine);
    }
    if (!isCode(code)) {
      const meant = spellingSuggestion(code, Object.keys(catalogue));
      printFindings(
        [
          usage(
            `There is no code ${JSON.stringify(code)}.`,
            meant === undefined ? "`sundial explain` lists them." : `Did you mean ${meant}?`,
          ),
        ],
        { sources: [], format: "pretty", io },
      );
      return Promise.resolve(exit.failure);
    }
    const { severity, title, explanation, assumed }: Entry = catalogue[code];
    const lenient =
      assumed === undefined
        ? ""
        : `\nWithout \`strict\` it is a warning, and ${assumed}. \`strict\` is on by default where a server is generated from a file: a constraint that is lost there is a check that is lost.\n`;
    const text = `${color.bold(code)} (${severity})\n\n${title}\n\n${explanation}\n${lenient}`;
    print(io, "stdout", wrap(text, columnsOf(io.stdout)));
    return Promise.resolve(exit.fine);
  },
);

function isCode(word: string): word is keyof typeof catalogue {
  return Object.hasOwn(catalogue, word);
}
