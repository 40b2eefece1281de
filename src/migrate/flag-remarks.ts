/** What becomes of a flag of openapi-typescript that changes what is written. The page of ours has a table of all. */
type Outcome =
  | { readonly kind: "same" }
  /** What a program has that relies on it, and what to write. */
  | { readonly kind: "left"; readonly message: string; readonly fix: string };

const same: Outcome = { kind: "same" };
const left = (message: string, fix: string): Outcome => ({ kind: "left", message, fix });

const request = left(
  "what is sent to fetch the description is not taken over",
  "write `input: { url, headers }` with variables of the environment, as docs/pinned-inputs.md has it",
);

/** By the long name without its dashes. */
const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ["root-types", same],
  ["root-types-no-schema-prefix", same],
  ["empty-objects-unknown", same],
  ["generate-path-params", same],
  ...["auth", "header", "headers", "headers-object", "http-headers", "http-method"].map((name) => [name, request] as const),
  ["help", same],
  ["version", same],
  [
    "root-types-keep-casing",
    left("names of types are in PascalCase", "import the type under the name that you know: `import type { Pet as pet }`"),
  ],
  [
    "export-type",
    left("`paths`, `operations` and `components` are interfaces", "the two differ in declaration merging and in index signatures"),
  ],
  ["enum", left("enums are unions of literals", "declare a constant that is checked against the union")],
  ["conditional-enums", left("enums are unions of literals", "declare a constant that is checked against the union")],
  ["dedupe-enums", left("enums are unions of literals", "declare a constant that is checked against the union")],
  [
    "enum-values",
    left("there are no lists of values", "declare a constant that is checked against the union, or take `validators` into `emit`"),
  ],
  ["immutable", left("types can be written to", "put `DeepReadonly` around a type")],
  ["path-params-as-types", left("keys of `paths` are templates", "`PathOf<keyof paths>` is every concrete path")],
  ["make-paths-enum", left("there is no `ApiPaths`", "`keyof paths` is all of them")],
  [
    "additional-properties",
    left("objects have the properties that are described", "write `Pet & { [key: string]: unknown }` where you need more"),
  ],
  [
    "properties-required-by-default",
    left("what is not `required` is optional", "say `required` in the description, or write `Required<Pet>`"),
  ],
  ["array-length", left("lengths of lists are in comments", "validators check them: take `validators` into `emit`")],
  ["exclude-deprecated", left("what is deprecated stays, struck through", "nothing has to be done")],
  ["alphabetize", left("the order is that of the description", "nothing has to be done")],
  [
    "read-write-markers",
    left("`PetRequest` beside `Pet` takes the place of `Readable<Pet>` and `Writable<Pet>`", "use the two types by their names"),
  ],
]);

/** What a program may rely on that a flag gave; undefined where nothing changes. `value`: "true", or what is written. */
export function flagRemark(name: string, value: string): { readonly message: string; readonly fix: string } | undefined {
  if (name === "default-non-nullable") {
    const what = "a property with a default is optional, as it is on the wire";
    return value === "false" ? undefined : { message: what, fix: "ask whether it is there, or let a validator fill it in" };
  }
  if (value === "false") return undefined;
  const outcome = outcomes.get(name);
  if (outcome === undefined)
    return { message: `\`${shownFlag(name)}\` is not known here`, fix: "look whether your program needs what it does" };
  return outcome.kind === "same" ? undefined : outcome;
}

/** A flag as it is written. */
export function shownFlag(name: string): string {
  return name.startsWith("-") ? name : `${name.length === 1 ? "-" : "--"}${name}`;
}
