/** The smallest case that fails in the same way: fewer settings, fewer files, less in each. */
import { parse } from "yaml";
import type { FuzzCase, InputFile } from "../cases/fuzz-case.js";
import type { Settings } from "../cases/random-settings.js";
import type { Tree } from "../mutations/tree.js";
import { minimise, type Fails } from "./minimise.js";
import { shrinkTree } from "./shrink-tree.js";

/** `isFailing`: whether a case fails as the given one does. `tries`: how often it is asked at most. */
export async function shrinkCase(given: FuzzCase, isFailing: Fails<FuzzCase>, tries = 1500): Promise<FuzzCase> {
  let left = tries;
  const fails: Fails<FuzzCase> = async (candidate) => {
    left -= 1;
    return left >= 0 && isFailing(candidate);
  };
  let smallest = await withFewerSettings(given, fails);
  const [root, ...others] = smallest.files;
  if (root !== undefined && others.length > 0) {
    const kept = await minimise(others, (some) => fails({ ...smallest, files: [root, ...some] }));
    smallest = { ...smallest, files: [root, ...kept] };
  }
  for (const index of smallest.files.keys()) smallest = await withSmallerFile(smallest, index, fails);
  return smallest;
}

async function withFewerSettings(given: FuzzCase, fails: Fails<FuzzCase>): Promise<FuzzCase> {
  // What is left of settings are settings: each stands by itself, and parts are always given.
  const settingsOf = (entries: readonly (readonly [string, unknown])[], emit: Settings["emit"]): Settings => ({
    ...Object.fromEntries(entries),
    emit,
  });
  const { emit, ...others } = given.settings;
  const kept = await minimise(Object.entries(others), (some) => fails({ ...given, settings: settingsOf(some, emit) }));
  const parts = await minimise(emit, async (some) => some.length > 0 && fails({ ...given, settings: settingsOf(kept, some) }));
  return { ...given, settings: settingsOf(kept, parts) };
}

async function withSmallerFile(given: FuzzCase, index: number, fails: Fails<FuzzCase>): Promise<FuzzCase> {
  const file = given.files[index];
  if (file === undefined) return given;
  const withBytes = (bytes: Uint8Array): FuzzCase => ({ ...given, files: given.files.with(index, { path: file.path, bytes }) });
  const asJson = (tree: Tree): FuzzCase => withBytes(Buffer.from(JSON.stringify(tree, null, 1)));
  const tree = treeOf(file);
  if (tree !== undefined && (await fails(asJson(tree)))) return asJson(await shrinkTree(tree, (candidate) => fails(asJson(candidate))));
  const text = Buffer.from(file.bytes).toString("latin1"); // each byte a character, whatever the file is
  const withText = (some: readonly string[], between: string): FuzzCase => withBytes(Buffer.from(some.join(between), "latin1"));
  const lines = await minimise(text.split("\n"), (some) => fails(withText(some, "\n")));
  const characters = await minimise(Array.from(lines.join("\n")), (some) => fails(withText(some, "")));
  return withText(characters, "");
}

function treeOf({ bytes }: InputFile): Tree | undefined {
  const text = Buffer.from(bytes).toString("utf8");
  try {
    return (text.trimStart().startsWith("{") ? JSON.parse(text) : JSON.parse(JSON.stringify(parse(text, { logLevel: "silent" })))) as Tree;
  } catch {
    return undefined; // then it is shrunk as a text
  }
}
