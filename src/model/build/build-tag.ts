import type { TagObject } from "../../openapi/rules/types.js";
import { createScope, valueName } from "../names/identifiers.js";
import { kebabCase, shortHash } from "../names/letter-case.js";
import type { Tag } from "../ir/api.js";
import type { Doc } from "../ir/doc.js";

/** File names that mean devices on Windows, and the ones a folder of handlers has anyway. */
const notFiles = [
  "con",
  "prn",
  "aux",
  "nul",
  "index",
  "principal",
  ...Array.from({ length: 9 }, (_, index) => [`com${index + 1}`, `lpt${index + 1}`]).flat(),
];

/** The declared tags, then those that operations use without declaring them; their stems differ on every file system. */
export function buildTags(declared: readonly TagObject[], used: Iterable<string>): readonly Tag[] {
  const scope = createScope(notFiles, "stems");
  const tags = new Map<string, Doc>();
  for (const tag of declared) {
    if (tags.has(tag.name)) continue;
    tags.set(tag.name, {
      ...(tag.summary === undefined ? {} : { summary: tag.summary }),
      ...(tag.description === undefined ? {} : { description: tag.description }),
    });
  }
  for (const name of used) if (!tags.has(name)) tags.set(name, {});
  const values = createScope();
  return [...tags].map(([name, doc]) => {
    const unique = scope.take([stem(name)]);
    return { name, stem: unique, value: values.take([`${valueName(unique).replace(/_$/, "")}Handlers`]), doc };
  });
}

function stem(name: string): string {
  const kebab = kebabCase(name);
  if (kebab === "") return `tag-${shortHash(name)}`;
  return kebab.length <= 60 ? kebab : `${kebab.slice(0, 52)}-${shortHash(name)}`;
}
