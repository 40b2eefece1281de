import type { Change } from "../../../../src/model/compare/change.js";
import type { ApiChanges } from "../../../../src/model/compare/compare-apis.js";

const texts = (what: readonly Change[]): readonly string[] => what.map(({ text }) => text);

/** Changes as what is said of them, without what breaks. */
export function told({ changed, removed, deprecated, schemas, whole, ...rest }: ApiChanges) {
  return {
    ...rest,
    removed: removed.map(({ method, path }) => ({ method, path })),
    deprecated: deprecated.map(({ method, path, since, sunset }) => ({ method, path, since, sunset })),
    changed: changed.map(({ what, ...each }) => ({ ...each, what: texts(what) })),
    schemas: { ...schemas, changed: schemas.changed.map(({ name, what }) => `${name}: ${texts(what).join(", ")}`) },
    whole: texts(whole),
  };
}

export type Told = ReturnType<typeof told>;
