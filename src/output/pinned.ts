/** What reads a snapshot, loaded where a configuration keeps one. */
export { pinnedProblems } from "./pinned-problems.js";
export { copiesOf, readPinnedState } from "./pinned-state.js";
