import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Api } from "../ir/api.js";
import type { Content } from "../ir/operation.js";
import { possibleTypesOf } from "./possible-types.js";

/** Reports the bodies whose parts are described by position: generated code reads and writes parts by name. Each is told once. */
export function reportPositionalParts({ operations, webhooks, schemas }: Api, report: Report): void {
  const possible = possibleTypesOf(schemas);
  const isPositional = ({ codec, schema, byPosition }: Content): boolean =>
    codec === "multipart" && (byPosition === true || (schema !== undefined && possible.of(schema)?.join() === "array"));
  const told = new Set<string>();
  for (const { body, responses } of [...operations, ...webhooks])
    for (const content of [...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)]) {
      const { origin, mediaType } = content;
      const place = `${origin.file}#${origin.pointer}`;
      if (!isPositional(content) || told.has(place)) continue;
      told.add(place);
      const message = `The parts of this ${JSON.stringify(mediaType)} have no names, and generated code does not tell them by position.`;
      const hint = "Describe an object with a property for each part, or give the client a `FormData` or bytes.";
      report(diagnostic("parts-by-position", message, { at: origin, hint }));
    }
}
