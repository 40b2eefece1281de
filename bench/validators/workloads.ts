/** What is measured: fifteen workloads, each with values as JSON texts, so that every process makes the same objects of them. */
import type { Description } from "./schema.js";
import { listOfRepositories, repository, type GitHub } from "./github.js";
import { small } from "./small.js";
import { patterned, payments, shapes, untaggedEvents } from "./untagged.js";
import * as untagged from "./untagged-values.js";
import { badPets, events, pets, repositories, shapedPets, spoil, spoiltRepositories, trees } from "./values.js";

/** What a contender is asked: for yes or no, for the first thing that is wrong, or for all that is. */
export type Answer = "verdict" | "first" | "all";

export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly description: Description;
  readonly root: string;
  readonly answer: Answer;
  /** Whether a string that is not of its format is refused. */
  readonly formats: boolean;
  /** What is handed over in turn while time is taken: valid where the answer is a verdict, invalid where it is not. */
  readonly values: readonly string[];
  /** Invalid values that no contender may accept; asked after time was taken. */
  readonly spoilt: readonly string[];
}

/** How many things are wrong with a bad Pet. */
export const mistakes = 5;

export function workloads(github: GitHub): readonly Workload[] {
  return [...withTags(github), ...withoutTags(github)];
}

function withTags({ repository: description, example }: GitHub): readonly Workload[] {
  const plain = { description: small, formats: false } as const;
  const pet = { ...plain, answer: "verdict", spoilt: badPets(true) } as const;
  const real = { description, root: repository, answer: "verdict" } as const;
  const document = repositories(example, description);
  return [
    { ...pet, name: "a", title: "Pet, one shape", root: "Pet", values: pets(32) },
    { ...pet, name: "a2", title: "Pet, 32 shapes", root: "Pet", values: shapedPets(32) },
    {
      ...pet,
      name: "a3",
      title: "strict Pet",
      root: "StrictPet",
      values: pets(32),
      spoilt: [...badPets(true), ...spoil(pets(2), "other", 1)],
    },
    { ...plain, name: "b1", title: "bad Pet, first error", root: "Pet", answer: "first", values: badPets(false), spoilt: [] },
    { ...plain, name: "b2", title: "bad Pet, all five errors", root: "Pet", answer: "all", values: badPets(false), spoilt: [] },
    {
      ...plain,
      name: "c",
      title: "100 Pets",
      root: "Pets",
      answer: "verdict",
      values: lists(),
      spoilt: badPets(true).map((bad) => `[${bad}]`),
    },
    { ...real, name: "d", title: "full-repository", formats: false, values: document, spoilt: spoiltRepositories(document, false) },
    { ...real, name: "d2", title: "full-repository, formats", formats: true, values: document, spoilt: spoiltRepositories(document, true) },
    {
      ...plain,
      name: "e",
      title: "tree of 364 nodes",
      root: "Tree",
      answer: "verdict",
      values: trees(4),
      spoilt: spoil(trees(2), "children", [{}]),
    },
    {
      ...plain,
      name: "f",
      title: "one of 8 events",
      root: "Event",
      answer: "verdict",
      values: events(),
      spoilt: ["id", "type"].flatMap((name) => spoil(events(), name, null)),
    },
  ];
}

/** Large values, and those that no discriminator is about. */
function withoutTags({ repository: description, repositoryList, example }: GitHub): readonly Workload[] {
  const plain = { answer: "verdict", formats: false } as const;
  const document = repositories(example, description);
  const many = (texts: readonly string[]): string =>
    `[${Array.from({ length: 30 }, (_, index) => texts[index % texts.length] ?? "").join(",")}]`;
  return [
    {
      ...plain,
      ...{ name: "g", title: "one of 33 events, without a discriminator", description: untaggedEvents, root: "Event" },
      ...{ values: untagged.untaggedEvents(), spoilt: untagged.spoiltUntaggedEvents() },
    },
    {
      ...plain,
      ...{ name: "h", title: "30 repositories", description: repositoryList, root: listOfRepositories },
      ...{
        values: [many(document), many([...document].reverse())],
        spoilt: spoiltRepositories(document, false).map((bad) => many([...document, bad])),
      },
    },
    {
      ...plain,
      ...{ name: "i", title: "names by patterns", description: patterned, root: "Report" },
      ...{ values: untagged.reports(), spoilt: untagged.spoiltReports() },
    },
    {
      ...plain,
      ...{ name: "j", title: "one of ten shapes, by their names", description: shapes, root: "Shape" },
      ...{ values: untagged.shapes(), spoilt: untagged.spoiltShapes() },
    },
    {
      ...plain,
      ...{ name: "k", title: "request to pay, one of 16 methods", description: payments, root: "Payment" },
      ...{ values: untagged.payments(), spoilt: untagged.spoiltPayments() },
    },
  ];
}

function lists(): readonly string[] {
  const all = pets(400);
  return [0, 1, 2, 3].map((list) => `[${all.slice(100 * list, 100 * list + 100).join(",")}]`);
}
