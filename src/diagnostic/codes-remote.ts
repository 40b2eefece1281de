import type { Entry } from "./diagnostic.js";

/** What inputs with headers and snapshots can report. */
export const remoteCodes = {
  "variable-not-set": {
    severity: "error",
    title: "A variable of the environment that an input needs is not set, or holds what cannot be sent.",
    explanation:
      "`${NAME}` in a header of `input`, or in the query of its URL, stands for a variable of the environment. An empty variable counts as not set: a CI service gives an empty one where a secret does not exist. Nothing is fetched before all are set. Blanks and line ends around a value are left out; within it they are a mistake.",
  },
  "fetch-unauthorized": {
    severity: "error",
    title: "A server does not let a description be read.",
    explanation:
      'The server, or a proxy before it (status 407), asks who you are. For the server, give a header in the configuration: `input: { url: "https://docs.vendor.example/openapi.yaml", headers: { Authorization: "Bearer ${DOCS_TOKEN}" } }`. The value of DOCS_TOKEN comes from the environment. Headers are sent to the origin of the URL alone: a redirect to another one drops them.',
  },
  "credential-repeated": {
    severity: "warning",
    title: "A server repeats a credential in what it sends.",
    explanation:
      "Some pages of documentation put the reader's own key into examples. A key must get into no generated file and no snapshot, so the word REDACTED stands in its place. With eight or more characters, these count as secrets: every value of a variable in `input`, a header or a parameter of the URL whose name says so (`Authorization`, `api_key`), a password in the URL, and a user that is a token. What holds none, such as a version, is better written without a variable, and under a name that says nothing of a key.",
  },
  "snapshot-missing": {
    severity: "error",
    title: "The snapshot of an input does not exist.",
    explanation:
      "With `snapshot`, `sundial generate` and `sundial check` read a copy of the description, and nothing from the network. `sundial pull` makes the copy and its lock. Commit both.",
  },
  "snapshot-incomplete": {
    severity: "error",
    title: "A file that belongs to a snapshot is not there.",
    explanation:
      "The lock of a snapshot lists every file that the description refers to. One of them was removed, or not committed. `sundial pull` fetches what is missing.",
  },
  "snapshot-edited": {
    severity: "warning",
    title: "A file of a snapshot was edited after it was pulled.",
    explanation:
      "A snapshot is a copy of what somebody else publishes. A change in it is lost with the next copy, so `sundial pull` refuses to overwrite it: there it is an error. Put the change into an overlay (`overlays` in the configuration), or discard it with `sundial pull --force`. Line ends do not count.",
  },
  "snapshot-unlocked": {
    severity: "warning",
    title: "A snapshot has no lock.",
    explanation:
      "The lock is beside the snapshot: `spec/vendor.yaml.lock.json`. It says of which URL each file is a copy, and holds a hash of each. Without it nobody knows whether the snapshot was edited, and which file a reference to another one leads to. Commit the lock with the snapshot.",
  },
  "snapshot-lock-unreadable": {
    severity: "error",
    title: "The lock of a snapshot cannot be read.",
    explanation:
      "The lock is written by `sundial pull`, and by nobody else. After a merge conflict take the snapshot and the lock of one side, then run `sundial pull`. It writes the lock anew where the files are what the URL answers; where they are not, `sundial pull --force` writes both.",
  },
  "snapshot-other-url": {
    severity: "warning",
    title: "A snapshot is a copy of another URL than the configuration names.",
    explanation:
      "The URL in the configuration was changed after the last `sundial pull`. Run it again, and look at what it says of the changes.",
  },
  "snapshot-in-the-way": {
    severity: "error",
    title: "A file of yours is where a file of a snapshot belongs.",
    explanation:
      "A snapshot has the files that a description refers to in a folder beside it: `spec/vendor.yaml.files/` for `spec/vendor.yaml`. A file that `sundial pull` did not write is not overwritten. Move what is yours out of that folder. `sundial pull --force` overwrites the snapshot itself, and no other file.",
  },
  "snapshot-outdated": {
    severity: "error",
    title: "A vendor has changed a description since its snapshot was made.",
    explanation:
      "`sundial pull --check` fetches the description, and compares its meaning with that of the snapshot: operations, what they take and give, and schemas. A changed comment, another order of keys, and other prose are no change. Run `sundial pull`, generate, and look at what it means for your code.",
  },
  "pull-refused": {
    severity: "error",
    title: "What a server sent is no description that can be kept.",
    explanation:
      "`sundial pull` reads the description, and every file that it refers to, before it writes anything. When something cannot be read, or is only half there, the snapshot stays as it is. The other messages say what is wrong. A text is taken for half where references lead to nothing that led somewhere before, or where it ends with a key without a value and the one before did not; `sundial pull --force` keeps it.",
  },
} as const satisfies Record<string, Entry>;
