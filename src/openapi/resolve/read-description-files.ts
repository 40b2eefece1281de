import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { load, type Loaded } from "../../source/load-file.js";
import { referencePolicy, type ReferenceSettings } from "../../source/reference-policy.js";
import type { ReadFile, SourceFile } from "../../source/source-file.js";
import { withinOrigin } from "../../source/same-origin-redirects.js";
import { isPartOfDescription, looksLikeDescription } from "../versions/recognize-description.js";
import type { Load } from "./load-references.js";
import { isObject } from "../rules/rule.js";

/** Reads the files of one description. */
export interface DescriptionFiles {
  /** Every file that was read and may be shown, also those with mistakes in their syntax; those that were named to us first. */
  readonly shown: readonly ReadFile[];
  readInput(): Promise<Outcome<SourceFile>>;
  /** Reads overlays, side by side: those that can be read, in their order. */
  readOverlays(inputs: readonly string[]): Promise<{ readonly value: readonly SourceFile[]; readonly diagnostics: readonly Diagnostic[] }>;
  /** Reads files that the description refers to, as far as it may. `root`: the input. */
  referredBy(root: SourceFile): Load;
}

/**
 * No message shows text that may not be part of a description. Otherwise the author of a reference could read through us what only we can
 * reach, and so could a server that answers with another's file. A local input is whatever its user says, and is shown.
 */
export function descriptionFiles(input: string, settings: ReferenceSettings, io: Io): DescriptionFiles {
  const shown: ReadFile[] = [];
  const keep = (loaded: Loaded): Loaded => {
    if (loaded.value !== undefined) shown.push(loaded.value);
    else if (loaded.broken !== undefined) shown.push(loaded.broken);
    return loaded;
  };
  return {
    shown,
    readInput: async () => {
      const isFetched = /^https?:/i.test(input);
      const loaded = await load(input, io, () => !isFetched);
      const file = loaded.value;
      if (!isFetched || file === undefined || isDescription(file)) return keep(loaded);
      const hint = "Open the URL in a browser: it may be a page that leads to the description, or asks who you are.";
      return { value: undefined, diagnostics: [diagnostic("not-openapi", `${file.name} is not an OpenAPI description.`, { hint })] };
    },
    readOverlays: async (inputs) => {
      const loaded = await Promise.all(inputs.map((each) => loadOverlay(each, io)));
      for (const each of loaded) keep(each);
      return { value: loaded.flatMap(({ value }) => value ?? []), diagnostics: loaded.flatMap(({ diagnostics }) => diagnostics) };
    },
    referredBy: (root) => {
      const refusal = referencePolicy(root.uri, settings, io);
      const own = withinOrigin(io, input);
      return async (uri) => {
        const refused = await refusal(uri);
        if (refused !== undefined) return { value: undefined, diagnostics: [refused] };
        const loaded = await load(uri, own, (text) => uri.startsWith("file:") && looksLikeDescription(text));
        const problem = loaded.value === undefined ? undefined : problemOf(loaded.value, shown);
        return problem === undefined ? keep(loaded) : { value: undefined, diagnostics: [problem] };
      };
    },
  };
}

/** Text from the network that is no overlay is not shown, as that of an input is not. */
async function loadOverlay(input: string, io: Io): Promise<Loaded> {
  const isFetched = /^https?:/i.test(input);
  const loaded = await load(input, io, () => !isFetched);
  const file = loaded.value;
  if (!isFetched || file === undefined || (isObject(file.value) && Object.hasOwn(file.value, "overlay"))) return loaded;
  const hint = "Open the URL in a browser: it may be a page that leads to the overlay, or asks who you are.";
  return { value: undefined, diagnostics: [diagnostic("overlay-invalid", `${file.name} is not an overlay.`, { hint })] };
}

function isDescription({ value }: SourceFile): boolean {
  return isObject(value) && (Object.hasOwn(value, "openapi") || Object.hasOwn(value, "swagger"));
}

function problemOf(file: SourceFile, others: readonly ReadFile[]): Outcome<never>["diagnostics"][number] | undefined {
  const { uri, name, text, value } = file;
  if (!isPartOfDescription(value)) {
    const reason = typeof value === "object" && value !== null ? "nothing in it is of OpenAPI or JSON Schema" : "it holds a single value";
    return diagnostic("ref-kind", `${name} is not part of a description: ${reason}.`);
  }
  // What tells them apart is a secret to us, and goes by no name.
  if (!others.some((other) => other.uri === uri && other.text !== text)) return undefined;
  const message = `${name} is two different files: its URL holds a secret, and not the same one everywhere.`;
  return diagnostic("fetch-failed", message, { hint: "Download the files, and generate from the copies." });
}
