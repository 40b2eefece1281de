/** Tries one project, step by step, up to the first that fails. */
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { run } from "./commands.js";
import { demandAnswers } from "./mounted.js";
import type { Petstore } from "./petstore.js";
import { prepare } from "./prepare.js";
import type { Command, Place, Project } from "./project.js";
import { toolVersion, type Tools } from "./tools.js";

export const steps = ["install", "generate", "types", "build", "calls", "check"] as const;
export type Step = (typeof steps)[number];

export interface Result {
  readonly project: Project;
  readonly version: string;
  /** Seconds of every step that was done; `undefined` where there is nothing to do. */
  readonly done: Readonly<Partial<Record<Step, number | undefined>>>;
  readonly failed?: { readonly step: Step; readonly message: string };
  readonly seconds: number;
}

export interface Surroundings {
  readonly root: string;
  readonly tarball: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly petstore: Petstore;
  readonly tools: Tools;
  readonly pin: boolean;
}

/** Not called as the framework is: some starters refuse that. */
export function folderOf(root: string, { name }: Project): string {
  return join(root, `${name}-project`);
}

export async function tryProject(project: Project, surroundings: Surroundings): Promise<Result> {
  const { root, tarball, petstore, pin } = surroundings;
  const started = performance.now();
  const done: Partial<Record<Step, number | undefined>> = {};
  let version = "";
  for (const step of steps) {
    const begun = performance.now();
    try {
      const environment = await environmentOf(project, surroundings);
      const folder = folderOf(root, project);
      const home = join(folder, project.workspace ?? ".");
      const place: Place = {
        folder: home,
        tarball,
        environment,
        petstore,
        run: (command) => run(command, { folder: home, environment }),
      };
      const something = await perform(step, project, place, folder, pin);
      done[step] = something ? seconds(begun) : undefined;
      if (step === "install") version = await versionIn(project, home, pin);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { project, version, done, failed: { step, message }, seconds: seconds(started) };
    }
  }
  return { project, version, done, seconds: seconds(started) };
}

/** The project's tools come first, and its programs know where the service is. */
async function environmentOf(
  { tools: names = [] }: Project,
  { environment, tools, petstore }: Surroundings,
): Promise<Place["environment"]> {
  const folders = await Promise.all(names.map((name) => tools.folder(name)));
  const PATH = [...folders, environment["PATH"]].join(delimiter);
  return { ...environment, PATH, PETSTORE_URL: petstore.baseUrl, PETSTORE_KEY: petstore.key };
}

/** Of the package, as it was installed. */
async function versionIn({ of, tools = [] }: Project, home: string, pin: boolean): Promise<string> {
  const tool = tools.find((name) => name === of);
  if (tool !== undefined) return toolVersion(tool, pin);
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(home, "package.json"), "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
  return dependencies?.[of] ?? devDependencies?.[of] ?? "";
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000;
}

/** Whether there was something to do. */
async function perform(step: Step, project: Project, place: Place, folder: string, pin: boolean): Promise<boolean> {
  const inOrder = async (commands: readonly Command[]): Promise<boolean> => {
    for (const command of commands) await place.run(command);
    return commands.length > 0;
  };
  switch (step) {
    case "install":
      await prepare(project, { ...place, folder }, pin);
      for (const command of project.install ?? [["npm", "install"]]) await run(command, { folder, environment: place.environment });
      return true;
    case "generate":
      return inOrder([project.generate ?? ["npm", "run", "generate"]]);
    case "types":
      return inOrder(project.types);
    case "build":
      return inOrder(project.build ?? []);
    case "calls":
      demandAnswers(await project.ask(place));
      return true;
    case "check":
      return inOrder([project.check ?? ["npm", "run", "generate:check"]]);
  }
}
