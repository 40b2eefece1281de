import { join, relative, resolve } from "node:path";
import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import type { Part } from "../../emit/emitters.js";
import type { Io } from "../../io.js";
import { findDescriptions, recognise, type FoundDescription } from "../../setup/find-descriptions.js";
import { checksInCi } from "../../setup/plan-setup.js";
import type { ApiSetup } from "../../setup/print-config.js";
import { isUrl, partsFor, proposeHandlers, proposeOutput, proposePurpose, purposes, shortNameOf } from "../../setup/propose.js";
import { posixPath, readSettings } from "../../setup/read-settings.js";
import type { Repository } from "../../setup/repository.js";
import { print, visible } from "../../report/print.js";
import { usage } from "../arguments.js";
import { ask, choiceOf, stopped } from "./ask.js";
import { outputProblem, urlProblem, type InitChoices } from "./init-flags.js";
import { printFound, projectText } from "./shown-plan.js";

/** What is set up where there is no configuration yet. */
export interface ChosenSetup {
  readonly api: ApiSetup;
  readonly ci: "github" | undefined;
}

/** A description that was chosen: its title is known where it was looked at. */
type Chosen = Pick<FoundDescription, "path" | "title"> & Partial<Pick<FoundDescription, "version">>;

/** Chooses by flags and by what is evident, and asks for the rest where somebody can answer: four questions at most. */
export async function chooseSetup(repository: Repository, choices: InitChoices, io: Io): Promise<Outcome<ChosenSetup> | typeof stopped> {
  const { isAsking } = choices;
  const description = await chooseDescription(repository, choices.input, io, isAsking);
  if (description === stopped) return stopped;
  if (description.value === undefined) return { value: undefined, diagnostics: description.diagnostics };
  const input = description.value;
  const emit = choices.emit ?? (await chooseParts(repository, input.path, io, isAsking));
  if (emit === stopped) return stopped;
  const name = shortNameOf(input.path, input);
  const output = choices.output ?? (await chooseOutput(await proposeOutput(io, repository, { name, input: input.path }), io, isAsking));
  if (output === stopped) return stopped;
  const ci = choices.ci ?? (isAsking ? await chooseCi(repository, io) : undefined);
  if (ci === stopped) return stopped;
  // A mock brings a server, and answers without handlers.
  const handlers = emit.includes("server") ? await proposeHandlers(io, repository, name) : undefined;
  const written = posixPath(relative(repository.folder, resolve(repository.folder, output)));
  return { value: { api: { input: input.path, output: written, emit, handlers }, ci }, diagnostics: [] };
}

async function chooseDescription(
  repository: Repository,
  asked: string | undefined,
  io: Io,
  isAsking: boolean,
): Promise<Outcome<Chosen> | typeof stopped> {
  if (asked !== undefined) return namedDescription(asked, repository, io);
  const found = await candidatesOf(repository, io);
  const [only] = found;
  printFound(io, [
    ...(found.length === 1 && only !== undefined ? [["description", describe(only)] as const] : []),
    ["project", projectText(repository)],
  ]);
  if (found.length === 1 && only !== undefined) return { value: only, diagnostics: [] };
  if (isAsking) return askForDescription(found, repository, io);
  return { value: undefined, diagnostics: [found.length === 0 ? missing(repository) : unclear(found)] };
}

/** The descriptions that may be meant: what another generator reads goes before all others. */
async function candidatesOf(repository: Repository, io: Io): Promise<readonly Chosen[]> {
  const { folder, root, generators } = repository;
  const inputs = [...new Set(generators.flatMap(({ input }) => input ?? []))];
  const read = (await Promise.all(inputs.map((input) => namedDescription(input, repository, io)))).flatMap(({ value }) => value ?? []);
  if (read.length > 0) return read;
  const below = await findDescriptions(io, folder);
  if (below.length > 0 || root === folder) return below;
  const around = await findDescriptions(io, root);
  return around.map((each) => ({ ...each, path: posixPath(relative(folder, join(root, each.path))) }));
}

/** A description by its path or URL. A file is looked at; a URL is taken at its word. */
async function namedDescription(input: string, { folder }: Repository, io: Io): Promise<Outcome<Chosen>> {
  const refused = (mistake: Diagnostic): Outcome<Chosen> => ({ value: undefined, diagnostics: [mistake] });
  if (isUrl(input)) {
    const problem = urlProblem(input);
    if (problem !== undefined) return refused(usage(`The description ${problem.what}.`, problem.hint));
    return { value: { path: input, title: undefined }, diagnostics: [] };
  }
  const file = resolve(folder, input);
  const text = await readSettings(io, file, 256 * 1024 * 1024);
  if (text === undefined)
    return refused(
      diagnostic("file-not-found", `${input} does not exist, or is no text.`, { hint: "Name a file of OpenAPI, relative to this folder." }),
    );
  return { value: { path: posixPath(relative(folder, file)), title: undefined, ...recognise(text) }, diagnostics: [] };
}

function describe({ path, version, title }: Chosen): string {
  const kind = version === undefined ? [] : [`${version.startsWith("2") ? "Swagger" : "OpenAPI"} ${version}`];
  return [path, ...kind, ...(title === undefined ? [] : [JSON.stringify(title.slice(0, 80))])].join(", ");
}

function missing({ folder, root }: Repository): Diagnostic {
  const around = folder === root ? "" : `, nor in ${root}`;
  return diagnostic("setup-description-missing", `No OpenAPI description was found in ${folder}${around}.`, {
    hint: "Name it: `sundial init --input FILE`, or its URL.",
  });
}

function unclear(found: readonly Chosen[]): Diagnostic {
  const shown = found.slice(0, 5).map(({ path }) => path);
  const more = found.length > shown.length ? `, and ${String(found.length - shown.length)} more` : "";
  return diagnostic("setup-description-unclear", `There are ${String(found.length)} descriptions: ${shown.join(", ")}${more}.`, {
    hint: `Say which one with --input: \`sundial init --input ${JSON.stringify(shown[0] ?? "")}\`.`,
  });
}

async function askForDescription(found: readonly Chosen[], repository: Repository, io: Io): Promise<Outcome<Chosen> | typeof stopped> {
  const shown = found.slice(0, 20);
  for (const [index, each] of shown.entries()) print(io, "stderr", `  ${String(index + 1)}  ${visible(describe(each))}\n`);
  const question = shown.length === 0 ? "No description was found. Its file or URL?" : "Which description? A number, a file or a URL";
  for (;;) {
    const answer = await ask(io, question, undefined, (text) => ({ value: text }));
    if (answer === stopped) return stopped;
    const numbered = /^\d+$/.test(answer) ? shown[Number(answer) - 1] : undefined;
    const chosen = numbered === undefined ? await namedDescription(answer, repository, io) : { value: numbered, diagnostics: [] };
    if (chosen.value !== undefined) return chosen;
    for (const { message, hint } of chosen.diagnostics) print(io, "stderr", `${visible(`${message} ${hint ?? ""}`)}\n`);
  }
}

async function chooseParts(repository: Repository, input: string, io: Io, isAsking: boolean): Promise<readonly Part[] | typeof stopped> {
  const [proposed, why] = proposePurpose(repository, input);
  if (!isAsking) {
    const also = purposes.filter((each) => each !== proposed).join(", ");
    printFound(io, [["code for", `${proposed}, as ${why}; --emit says otherwise (${also})`]]);
    return partsFor(proposed, repository);
  }
  const question = "What is the code for? 1 client, 2 server, 3 both, 4 types alone";
  const purpose = await ask(io, question, String(purposes.indexOf(proposed) + 1), choiceOf(purposes));
  return purpose === stopped ? stopped : partsFor(purpose, repository);
}

async function chooseOutput(proposed: string, io: Io, isAsking: boolean): Promise<string | typeof stopped> {
  if (!isAsking) return proposed;
  return ask(io, "Folder of the generated files", proposed, (text) => {
    const problem = outputProblem(text, io.cwd);
    return problem === undefined ? { value: text } : { wrong: `It ${problem}.` };
  });
}

/** Asked only where GitHub is what a repository is for, as far as its files say. */
async function chooseCi(repository: Repository, io: Io): Promise<"github" | undefined | typeof stopped> {
  const { hasGit, ci } = repository;
  const isElsewhere = ci.size > 0 && ![...ci.keys()].some((name) => name.startsWith(".github/"));
  if (!hasGit || isElsewhere || checksInCi(repository, "")) return undefined;
  const answer = await ask(io, "Add a GitHub workflow that checks that the code is current? y/n", "n", (text) => {
    const word = /^(?:(y|yes)|(n|no))$/i.exec(text);
    return word === null ? { wrong: "It takes y or n." } : { value: word[1] === undefined ? "no" : "yes" };
  });
  if (answer === stopped) return stopped;
  return answer === "yes" ? "github" : undefined;
}
