/** Random configurations, as they are once they were read. */
import { allParts } from "../../../src/emit/emitters.js";
import type { Request } from "../../../src/generate.js";
import type { OperationFilter } from "../../../src/openapi/selection/selection.js";
import type { Dice } from "../../support/dice.js";

/** What a configuration says besides where things are. All of it can be sent to another process. */
export type Settings = Omit<
  Request,
  "input" | "source" | "command" | "overlays" | "templates" | "pinned" | "remote" | "formats" | "name"
> & { readonly name?: string };

export const configFile = "file:///project/sundial.config.ts";
const at = (pointer: string): { readonly file: string; readonly pointer: string } => ({ file: configFile, pointer });

const figures = {
  plans: { free: { policies: { minute: { q: 10, w: 60 } } } },
  headers: { remaining: "X-Remaining", reset: { name: "X-Reset", format: "delta-seconds" } },
};

const filters: readonly [OperationFilter, ...OperationFilter[]] = [
  { methods: ["get"] },
  { tags: ["things"] },
  { paths: ["/things/**"] },
  { deprecated: true },
  { operations: ["getThing0", "listPets"] },
  { extensions: ["x-sunset"] },
];

const some = <T>(dice: Dice, share: number, make: () => T): T | undefined => (dice.chance(share) ? make() : undefined);

export function randomSettings(dice: Dice): Settings {
  const parts = dice.chance(0.6) ? allParts : allParts.filter(() => dice.chance(0.4));
  const filter = (key: string): NonNullable<Settings["include"]> => [{ value: dice.of(...filters), name: key, at: at(`/${key}`) }];
  const settings = {
    emit: parts.length > 0 ? parts : (["types"] as const),
    name: some(dice, 0.2, () => dice.of("thing", "petStore", "a1")),
    strict: dice.of<Settings["strict"]>(false, false, false, false, true, "auto"),
    limits: dice.of<Settings["limits"]>(undefined, undefined, undefined, "auto", false, {
      value: figures,
      name: "limits",
      at: at("/limits"),
    }),
    gateStore: some(dice, 0.15, () => ({ at: at("/gateStore") })),
    deprecations: some(dice, 0.15, () => "service" as const),
    int64: some(dice, 0.3, () => dice.of("number" as const, "bigint" as const, "string" as const)),
    untyped: some(dice, 0.2, () => dice.of("object" as const, "any" as const)),
    validators: some(dice, 0.4, () => randomValidators(dice)),
    importExtension: some(dice, 0.1, () => dice.of("ts" as const, "none" as const)),
    header: some(dice, 0.1, () => ["Of ours.", "*/ globalThis.PWN = 1; /*"]),
    eslintDisable: some(dice, 0.1, () => true),
    include: some(dice, 0.12, () => filter("include")),
    exclude: some(dice, 0.12, () => filter("exclude")),
    components: some(dice, 0.15, () => dice.of("reachable" as const, "all" as const)),
    names: some(dice, 0.1, () => ({
      schemas: { Thing: "Renamed", Pet: "Renamed", Error: "Failure" },
      operations: { getThing0: "everything", "GET /pets": "everyPet", listPets: "class1" },
      name: "names",
      at: at("/names"),
    })),
  };
  return withoutAbsent(settings);
}

function randomValidators(dice: Dice): NonNullable<Settings["validators"]> {
  return withoutAbsent({
    mode: some(dice, 0.4, () => dice.of("fast" as const, "small" as const)),
    issues: some(dice, 0.4, () => dice.of("all" as const, "first" as const)),
    formats: some(dice, 0.4, () => dice.of("assert" as const, "annotate" as const)),
    discriminator: some(dice, 0.4, () => dice.of("tag" as const, "exact" as const)),
    patterns: some(dice, 0.4, () => dice.of("bound" as const, "skip" as const, "accept" as const)),
    readOnly: some(dice, 0.4, () => dice.of("drop" as const, "reject" as const)),
  });
}

type Given<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

function withoutAbsent<T extends object>(all: T): Given<T> {
  // Entries with a value of an object are members of it.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Given<T>;
}
