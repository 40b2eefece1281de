import { relative, resolve } from "node:path";
import { diagnostic } from "../../diagnostic/catalogue.js";
import { withPlace, type Diagnostic, type Origin, type Outcome } from "../../diagnostic/diagnostic.js";
import { redact } from "../../diagnostic/redact.js";
import { withPipes, type Io } from "../../io.js";
import type { Copies } from "../../source/copies.js";
import { load, type Loaded } from "../../source/load-file.js";
import { withinBudget, type Budget } from "../../source/reading-budget.js";
import { referencePolicy, type ReferenceSettings } from "../../source/reference-policy.js";
import { remoteAccess, urlAccess, type RemoteAccess } from "../../source/remote-access.js";
import type { RemoteInput } from "../../source/remote-input.js";
import type { ReadFile, SourceFile } from "../../source/source-file.js";
import { withinOrigin } from "../../source/same-origin-redirects.js";
import { pathOf, uriOf } from "../../source/uri.js";
import { withAccess, withoutRepeats } from "../../source/without-secrets.js";
import { isPlainPart } from "../versions/plain-part.js";
import { isPartOfDescription, looksLikeDescription } from "../versions/recognize-description.js";
import type { Load } from "./load-references.js";
import { isObject } from "../rules/rule.js";

/** Reads the files of one description. */
export interface DescriptionFiles {
  /** Every file that was read and may be shown, also those with mistakes in their syntax; those that were named to us first. */
  readonly shown: readonly ReadFile[];
  readInput(): Promise<Outcome<SourceFile>>;
  /** Reads overlays, side by side: those that can be read, in their order. */
  readOverlays(
    overlays: readonly NamedOverlay[],
  ): Promise<{ readonly value: readonly SourceFile[]; readonly diagnostics: readonly Diagnostic[] }>;
  /** Reads files that the description refers to, as far as it may. `root`: the input. */
  referredBy(root: SourceFile): Load;
}

/** An overlay, and where it is named. */
interface NamedOverlay {
  readonly input: string;
  readonly at?: Origin;
}

/** Which files there are, and how they are reached. */
export interface InputSettings extends ReferenceSettings {
  /** Where a configuration names the input: the place of what has no other. */
  readonly inputAt?: Origin | undefined;
  /** How the description is fetched, where a configuration says so. */
  readonly remote?: RemoteInput | undefined;
  /** The copies that are read in place of what is on the network; undefined where it is no copy, or nothing is known of what it is one of. */
  readonly pinned?: Copies | undefined;
  /** How it is fetched; worked out from `remote` when absent. */
  readonly access?: Access | undefined;
  /** How much is read of what the description refers to; what is usual when absent. */
  readonly budget?: Budget | undefined;
}

/**
 * No message shows text that may not be part of a description. Otherwise the author of a reference could read through us what only we can
 * reach, and so could a server that answers with another's file. A local input is whatever its user says, and is shown; unless it is reached by a
 * symbolic link, which a change to a repository can put where a description was.
 */
export function descriptionFiles(input: string, settings: InputSettings, io: Io): DescriptionFiles {
  const shown: ReadFile[] = [];
  const keep = (loaded: Loaded): Loaded => {
    if (loaded.value !== undefined) shown.push(loaded.value);
    else if (loaded.broken !== undefined) shown.push(loaded.broken);
    return loaded;
  };
  let access: Access = { url: input, io };
  return {
    shown,
    readInput: async () => {
      if (settings.pinned !== undefined) {
        const copy = await load(input, io, (await hasLink(input, io)) ? looksLikeDescription : undefined);
        return keep(asCopy({ ...copy, diagnostics: withPlace(copy.diagnostics, settings.inputAt) }, settings.pinned.base));
      }
      const isFetched = /^https?:/i.test(input);
      const { access: given } = settings;
      // A snapshot of which nothing is known is a file like any other.
      const remote = settings.remote?.snapshot === undefined ? settings.remote : undefined;
      const plain = isFetched ? accessOfUrl(input, settings.inputAt, io) : access;
      const granted = given !== undefined || remote === undefined ? { value: given ?? plain, diagnostics: [] } : accessOf(remote, io);
      if (granted.value === undefined) return { value: undefined, diagnostics: granted.diagnostics };
      access = granted.value;
      return keep(await loadInput(input, access, settings, io));
    },
    readOverlays: async (overlays) => {
      const { pinned, remote } = settings;
      const isPinned = ({ input }: NamedOverlay): boolean => remote?.snapshot !== undefined && /^https?:/i.test(input);
      const loaded = await Promise.all(
        overlays.map((each) => (isPinned(each) ? pinnedOverlay(each, pinned, io) : loadOverlay(each, access.masked?.(io) ?? io))),
      );
      for (const each of loaded) keep(each);
      const diagnostics = [...loaded.flatMap((each) => each.diagnostics), ...(access.remarks?.() ?? [])];
      return { value: loaded.flatMap(({ value }) => value ?? []), diagnostics };
    },
    referredBy: (root) => {
      const refusal = referencePolicy(root.base ?? root.uri, settings, io);
      const own = withinOrigin(access.io, access.url);
      return withinBudget(async (uri) => {
        const refused = await refusal(uri);
        if (refused !== undefined) {
          const part = (await refusal.isKeptByName(uri)) ? await loadPart(uri, own) : undefined;
          return part === undefined ? { value: undefined, diagnostics: [refused] } : keep(part);
        }
        const { pinned: copies } = settings;
        const loaded =
          copies === undefined
            ? await load(uri, own, (text) => uri.startsWith("file:") && looksLikeDescription(text))
            : await loadCopy(uri, copies, io);
        const problem = loaded.value === undefined ? undefined : problemOf(loaded.value, shown);
        const diagnostics = [...loaded.diagnostics, ...(access.remarks?.() ?? [])];
        return problem === undefined ? keep({ ...loaded, diagnostics }) : { value: undefined, diagnostics: [problem] };
      }, settings.budget);
    },
  };
}

/** Text from the network, or behind a symbolic link, that is no description is not shown. */
async function loadInput(input: string, access: Access, settings: InputSettings, io: Io): Promise<Loaded> {
  const isFetched = /^https?:/i.test(input);
  const isLinked = !isFetched && (await hasLink(input, io));
  const mayShow = (text: string): boolean => !isFetched && (!isLinked || looksLikeDescription(text));
  const loaded = await load(access.url, withPipes(access.io), mayShow, settings);
  const diagnostics = [...withPlace(loaded.diagnostics, settings.inputAt), ...(access.remarks?.() ?? [])];
  const file = loaded.value;
  if (!(isFetched || isLinked) || file === undefined || isDescription(file)) return { ...loaded, diagnostics };
  const hint = isLinked ? linkHint : "Open the URL in a browser: it may be a page that leads to the description, or asks who you are.";
  const mistake = diagnostic("not-openapi", `${file.name} is not an OpenAPI description.`, { hint, at: settings.inputAt });
  return { value: undefined, diagnostics: [mistake] };
}

const linkHint = "A symbolic link leads to it: look where it does.";

/** Whether a local file is elsewhere than its path says, seen from the current folder. */
async function hasLink(input: string, io: Io): Promise<boolean> {
  const path = pathOf(uriOf(input, io.cwd));
  if (path === undefined) return false;
  const [real, cwd = io.cwd] = [await io.realPath(path), await io.realPath(io.cwd)];
  return real !== undefined && real !== resolve(cwd, relative(io.cwd, path));
}

/**
 * A file that is called as one of secrets is, where all of it is a part of a description. Of every other one nothing is told, not even whether
 * it is there, or is well-formed.
 */
async function loadPart(uri: string, io: Io): Promise<Loaded | undefined> {
  const loaded = await load(uri, io, () => false);
  const isPart = loaded.value !== undefined && loaded.diagnostics.length === 0 && isPlainPart(loaded.value.value);
  return isPart ? loaded : undefined;
}

/** Text from the network, or behind a symbolic link, that is no overlay is not shown, as that of an input is not. */
async function loadOverlay({ input, at }: NamedOverlay, io: Io): Promise<Loaded> {
  const isFetched = /^https?:/i.test(input);
  const access: Access = isFetched ? accessOfUrl(input, at, io) : { url: input, io };
  const isLinked = !isFetched && (await hasLink(input, io));
  const { diagnostics, ...rest } = await load(input, withPipes(access.io), () => !isFetched && !isLinked, { isOverlay: true });
  const loaded: Loaded = { ...rest, diagnostics: [...withPlace(diagnostics, at), ...(access.remarks?.() ?? [])] };
  const file = loaded.value;
  if (!(isFetched || isLinked) || file === undefined || (isObject(file.value) && Object.hasOwn(file.value, "overlay"))) return loaded;
  const hint = isLinked ? linkHint : "Open the URL in a browser: it may be a page that leads to the overlay, or asks who you are.";
  return { value: undefined, diagnostics: [diagnostic("overlay-invalid", `${file.name} is not an overlay.`, { hint, at })] };
}

/** An overlay from the network is kept beside a snapshot: what is generated from that needs nothing else. */
async function pinnedOverlay({ input, at }: NamedOverlay, copies: Copies | undefined, io: Io): Promise<Loaded> {
  const name = redact(uriOf(input, io.cwd));
  const copy = copies?.files.get(name);
  if (copy !== undefined) return asCopy(await load(copy.path, io, () => false, { isOverlay: true }), copy.base);
  const hint = "Run `sundial pull`, which fetches it, and commit what it writes.";
  return {
    value: undefined,
    diagnostics: [diagnostic("snapshot-incomplete", `The overlay ${name} is not in the snapshot.`, { hint, at })],
  };
}

/** How files on the network are asked for. */
export interface Access {
  /** Without values of variables. */
  readonly url: string;
  readonly io: Io;
  /** What there is to say of answers since it was last asked. */
  readonly remarks?: () => readonly Diagnostic[];
  /** The same network for requests that carry no credentials, whose answers may repeat them all the same. */
  readonly masked?: (io: Io) => Io;
}

/** Access by what a configuration says, or what it lacks. */
export function accessOf(remote: RemoteInput, io: Io): Outcome<Access> {
  const { value, diagnostics } = remoteAccess(remote, io.env);
  return value === undefined ? { value, diagnostics } : { value: withRemarks(value, remote.at, io), diagnostics: [] };
}

/** Access to a URL that is no more than a text. One without a credential is asked for as it is. */
function accessOfUrl(url: string, at: Origin | undefined, io: Io): Access {
  const access = URL.canParse(url) ? urlAccess(url) : undefined;
  return access === undefined || access.secrets.length === 0 ? { url, io } : withRemarks(access, at, io);
}

function withRemarks(access: RemoteAccess, at: Origin | undefined, io: Io): Access {
  const repeating = new Set<string>();
  const remarks = (): readonly Diagnostic[] => {
    const found = [...repeating].map((url) => repeated(url, at));
    repeating.clear();
    return found;
  };
  const repeats = (url: string): unknown => repeating.add(url);
  return { url: access.shown, io: withAccess(io, access, repeats), remarks, masked: (other) => withoutRepeats(other, access, repeats) };
}

function repeated(url: string, at: Origin | undefined): Diagnostic {
  return diagnostic("credential-repeated", `${redact(url)} repeats a credential that it was sent; it is read with REDACTED in its place.`, {
    at,
    hint: "Ask who serves it to leave it out. What holds no secret is better written without a variable, and under a name that says nothing of a key.",
  });
}

/** What a copy is a copy of decides what references in it are relative to. */
function asCopy(loaded: Loaded, base: string): Loaded {
  return loaded.value === undefined ? loaded : { ...loaded, value: { ...loaded.value, base } };
}

async function loadCopy(uri: string, copies: Copies, io: Io): Promise<Loaded> {
  const copy = copies.files.get(redact(uri));
  if (copy !== undefined) return asCopy(await load(copy.path, io, looksLikeDescription), copy.base);
  const hint = "It could not be read, or was not referred to, when the snapshot was made: `sundial pull` makes it anew.";
  return { value: undefined, diagnostics: [diagnostic("file-not-found", `${redact(uri)} is not in the snapshot.`, { hint })] };
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
