import { constructFromEvents, CORE_SCHEMA, mergeTag, parseEvents, YAMLException } from "js-yaml";
import { diagnostic } from "../diagnostic/catalogue.js";
import { DEEPEST } from "./limits.js";
import type { Parsed } from "./parse.js";
import type { Json } from "./source-file.js";

/** YAML 1.2's core schema: an unquoted date stays text, `yes` stays a word. Merge keys are 1.1's, and are in use. */
const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** Parses YAML. js-yaml makes the values, four times as fast as `yaml`, which is asked only for mistakes. */
export function parseYaml(text: string, uri: string): Parsed {
  try {
    const events = parseEvents(text, { maxDepth: DEEPEST });
    const documents = constructFromEvents(events, { source: text, schema: SCHEMA });
    return { syntax: "yaml", value: documents[0] as Json, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return {
      syntax: "yaml",
      diagnostics: [
        diagnostic("syntax", error.reason, { at: { file: uri, line: (error.mark?.line ?? 0) + 1, column: (error.mark?.column ?? 0) + 1 } }),
      ],
    };
  }
}
