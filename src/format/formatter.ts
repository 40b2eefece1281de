/** What a configuration says of the formatter: the one that the repository has, one by its name, a command that reads a text and prints it, or none. */
export type FormatSetting = "auto" | "prettier" | "biome" | FormatCommand | false;

export interface FormatCommand {
  /** A program and its arguments, as a text or a list of words: it reads a text on standard input, and prints it. `{file}` is the path of the file. */
  readonly command: string | readonly string[];
}

/** The same, as it is read: a command by its words. */
export type FormatChoice = Exclude<FormatSetting, FormatCommand> | { readonly words: Words };

/** A program and its arguments. */
export type Words = readonly [string, ...string[]];

/** A formatter of the repository, found. */
export type Formatter =
  /** `from`: the folder from which its package is looked for. */
  | { readonly kind: "prettier"; readonly from: string }
  /** `root`: the folder of its configuration. */
  | { readonly kind: "biome"; readonly root: string }
  /** `root`: the folder in which it runs. */
  | { readonly kind: "command"; readonly words: Words; readonly root: string };

/** What a person calls a formatter. */
export function formatterName(formatter: Formatter): string {
  switch (formatter.kind) {
    case "prettier":
      return "Prettier";
    case "biome":
      return "Biome";
    case "command":
      return formatter.words[0];
  }
}

/** The place of the path of a file in a command. */
export const filePlace = "{file}";

/** Words of a command line, as a shell would part them at spaces, with quotes around those that have some. */
export function wordsOf(command: string): readonly string[] {
  return Array.from(command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, plain]) => double ?? single ?? plain ?? "");
}
