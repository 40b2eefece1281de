/** A repository of a user of sundial, as what changes are made to. */
import { join, posix } from "node:path";
import type { Tools } from "../tools.js";
import { layouts, script, type Cell } from "./consumer.js";
import type { Repository } from "./repository.js";
import type { DescriptionEdits, Subject } from "./subject.js";

/** Of `openapi.yaml`, which all repositories have. */
export const bookshopEdits: DescriptionEdits = {
  comment: (text) => `# Sold to another owner in 2026.\n${text.replace("\npaths:", "\n\npaths:")}`,
  words: (text) => text.replace("summary: List books.", "summary: List the books that are for sale."),
  version: (text) => text.replace("version: 1.4.0", "version: 1.4.1"),
  member: (text) => text.replace("        pages: { type", "        isbn: { type: string }\n        pages: { type"),
  other: (text) => text.replace("        message: { type", "        code: { type: string }\n        message: { type"),
  clash: (text) => text.replace("        pages: { type", "        publisher: { type: string }\n        pages: { type"),
};

export function subjectOf(cell: Cell, repository: Repository, tools: Tools): Subject {
  const { home, description, output } = layouts[cell.consumer];
  const config = join(home, "sundial.config.ts");
  const path = (from: string): RegExp => new RegExp(`(['"])${from}\\1`); // as either formatter writes it
  return {
    repository,
    home,
    description,
    edits: bookshopEdits,
    output,
    types: join(output, "types.ts"),
    generate: script(cell.manager, "generate", home),
    check: script(cell.manager, "generate:check", home),
    generator: "sundial",
    config,
    point: (to) =>
      repository.edit(config, (text) => {
        const own = (file: string): string => posix.relative(home, file);
        const remote = `{ url: "${to.url ?? ""}", snapshot: "spec/vendor.yaml" }`;
        const input = to.url === undefined ? `"${own(to.description ?? description)}"` : remote;
        return text.replace(path(own(description)), input).replace(path(own(output)), `"${own(to.output ?? output)}"`);
      }),
    tools,
  };
}
