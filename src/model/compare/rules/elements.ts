import type { DeprecatedElement, ElementKind } from "../../ir/lifecycle.js";
import type { Change } from "../change.js";
import { lifecycleChanges, lifecycleText } from "../lifecycle-changes.js";

/** Whether an element is deprecated alone by the list of them; the others are met where they stand. */
const isListed = {
  webhook: false,
  callback: true,
  parameter: false,
  "path item": false,
  "request body": false,
  response: false,
  "response header": false,
  "media type": false,
  "media type of a parameter": true,
  "media type of a header": true,
  encoding: true,
  "encoding header": true,
  schema: false,
  property: false,
  "enum value": false,
  discriminator: true,
  example: true,
  link: true,
  server: false,
  "server of an operation": false,
  "server variable": true,
  tag: true,
  "OAuth flow": true,
  "security scheme": false,
} as const satisfies Record<ElementKind, boolean>;

type Elements = readonly DeprecatedElement[];

/** What a description deprecates besides what is sent: links, tags, encodings. Of those with the same name, it is told how many say what, and not which. */
export function elementChanges(before: Elements, now: Elements): readonly Change[] {
  const [old, fresh] = [grouped(before), grouped(now)];
  const changes: Change[] = [];
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const [left, right] = without(old.get(name) ?? [], fresh.get(name) ?? []);
    for (let index = 0; index < Math.max(left.length, right.length); index += 1)
      for (const clause of lifecycleChanges(left[index]?.lifecycle, right[index]?.lifecycle))
        changes.push({ rule: "lifecycle", text: `${name} ${clause}`, breaking: false });
  }
  return changes;
}

function grouped(elements: Elements): ReadonlyMap<string, Elements> {
  const groups = new Map<string, DeprecatedElement[]>();
  for (const element of elements) {
    if (!isListed[element.what]) continue;
    const name = `the ${element.what}${element.name === undefined ? "" : ` ${JSON.stringify(element.name)}`}`;
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [element]);
    else known.push(element);
  }
  return groups;
}

/** Two lists without what is in both. */
function without(before: Elements, now: Elements): readonly [Elements, Elements] {
  const left = [...before];
  const right = now.filter(({ lifecycle }) => {
    const index = left.findIndex((each) => lifecycleText(each.lifecycle) === lifecycleText(lifecycle));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [left, right];
}
