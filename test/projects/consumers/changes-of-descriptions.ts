/** Changes of the description. */
import type { Change } from "./change.js";

export const descriptionChanges: readonly Change[] = [
  {
    name: "nothing",
    what: "nothing",
    quick: true,
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    make: () => Promise.resolve(undefined),
  },
  {
    name: "description",
    what: "the description has one more member",
    quick: true,
    verdict: "red",
    says: ["changed", "because the description changed"],
    make: async ({ repository, description, edits }) => {
      await repository.edit(description, edits.member);
      await repository.commit("Add a member");
      return undefined;
    },
  },
  {
    name: "comment",
    what: "a comment in the description",
    quick: true,
    verdict: "green",
    says: ["is current", "comments or the layout of"],
    make: async ({ repository, description, edits }) => {
      await repository.edit(description, edits.comment);
      await repository.commit("Say why");
      return undefined;
    },
  },
];
