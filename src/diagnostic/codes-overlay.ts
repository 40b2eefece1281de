import type { Entry } from "./diagnostic.js";

/** What overlays can report. */
export const overlayCodes = {
  "overlay-invalid": {
    severity: "error",
    title: "A file is not an overlay, or a part of it cannot be read.",
    explanation:
      "An overlay is a JSON or YAML file of the OpenAPI Overlay Specification, version 1.0 or 1.1. It has the version as `overlay`, an `info` with `title` and `version`, and a list of `actions`. An action has a `target`, and `update`, `copy` or `remove: true`.",
    assumed: "what can be read of the overlay is applied, as the message says",
  },
  "overlay-unknown-key": {
    severity: "warning",
    title: "An overlay has a key that the specification does not know.",
    explanation: "It has no effect, so what it says is lost. Keys of your own begin with x-.",
  },
  "overlay-version": {
    severity: "warning",
    title: "An overlay of version 1.0 does what only version 1.1 allows.",
    explanation:
      "Version 1.0 of the specification changes objects and lists, and appends one entry to a list. Version 1.1 also changes and removes strings, numbers, booleans and null, appends all entries of a list, and has `copy`. The action is applied as version 1.1 has it. Write `overlay: 1.1.0` in the first line: other tools may do something else, or nothing.",
  },
  "overlay-target-invalid": {
    severity: "error",
    title: "The target of an action is not a JSONPath.",
    explanation:
      "A target, and the source of a `copy`, are JSONPath queries as RFC 9535 defines them. They begin with $. Names with other characters than letters, digits and _ stand in brackets and quotes: `$.paths['/pets'].get`. A filter has a question mark: `$.paths.*.get.parameters[?@.name == 'limit']`. The message says at which column the query cannot be read.",
  },
  "overlay-target-unmatched": {
    severity: "warning",
    title: "The target of an action matches nothing.",
    explanation:
      "The action changes nothing. Perhaps the description has changed since the overlay was written, or an action before this one has removed what it is about. Silence the code where an overlay is applied to several descriptions.",
  },
  "overlay-mismatch": {
    severity: "error",
    title: "An action cannot be applied to what its target selects.",
    explanation:
      "An object is merged into objects, a list is appended to lists, and any value but an object or a list takes the place of such a value. All values that one target selects are of one of these kinds. `copy` selects one value. The whole description cannot be removed. To replace a value by one of another kind, remove it first, and add the new one in an action after that.",
  },
  "overlay-no-effect": {
    severity: "info",
    title: "An action, or a part of it, has no effect.",
    explanation:
      "An action with `remove: true` removes what it selects, and does not look at `update` and `copy`. Without all three it does nothing.",
  },
  "overlay-overridden": {
    severity: "info",
    title: "An overlay undoes what an earlier one has set.",
    explanation:
      "Overlays are applied in the order in which the configuration lists them. The value of an earlier one is removed, or replaced by another. Where that is meant, silence the code; else put the overlays into the right order, or take one of the two actions out.",
  },
  "overlay-other-description": {
    severity: "warning",
    title: "An overlay was written for another description.",
    explanation:
      "The `extends` of an overlay names the description that it changes, as a URI that may be relative to the overlay. It is applied to the input that the configuration names, all the same. Correct `extends`, or take it out where the overlay is for several descriptions.",
  },
  "overlay-too-large": {
    severity: "error",
    title: "Overlays are too much work, or make a description too large.",
    explanation:
      "A query with several `..` or `*` looks at each value many times, and values that are copied again and again grow without end. Both have a limit that no real overlay comes near. Name the way to what is meant.",
  },
} as const satisfies Record<string, Entry>;
