/** A view that changes has a new version, and says what has changed. `UPDATE=1` records views whose version was raised. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { templateNames, views, type Members, type Shape } from "../../../../src/emit/print/views.js";

const file = fileURLToPath(new URL("views.json", import.meta.url));
type Recorded = Readonly<Record<string, { readonly version: number; readonly members: unknown }>>;
const recorded = JSON.parse(readFileSync(file, "utf8")) as Recorded; // written below

/** What templates can tell of members: their names, and what they are. */
function shapeOf(members: Members): unknown {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, member.kind === "list" ? shapeOf(member.members) : member.kind]),
  );
}

const shapes: Readonly<Record<string, Shape>> = views;
const now = Object.fromEntries(
  Object.entries(shapes).map(([name, { version, members }]) => [name, { version, members: shapeOf(members) }]),
);

const isRaised = (name: string): boolean => (now[name]?.version ?? 0) > (recorded[name]?.version ?? 0);
if (process.env["UPDATE"] === "1") {
  const updated = Object.fromEntries(templateNames.map((name) => [name, isRaised(name) ? now[name] : recorded[name]]));
  writeFileSync(file, `${JSON.stringify(updated, undefined, 2)}\n`);
}

test.each(templateNames)("of %s is recorded with its version: raise `version`, and say in `changes` what there is to do", (name) => {
  expect(now[name]).toEqual(recorded[name]);
});

test.each(templateNames)("says of each version of %s what changed", (name) => {
  const { version, changes } = views[name] as Shape; // as the check sees it
  expect(Object.keys(changes).map(Number)).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 2));
  for (const change of Object.values(changes)) expect(change).toMatch(/^[`A-Z].*\.$/);
});
