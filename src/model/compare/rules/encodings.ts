import type { ParameterEncoding, PropertyEncoding } from "../../ir/operation.js";
import type { Direction } from "../change.js";

/** What is said of how something is written. */
export interface EncodingChange {
  readonly text: string;
  readonly breaking: boolean;
}

/** How a parameter or a header is written. */
export function encodingChanges(before: ParameterEncoding, now: ParameterEncoding): readonly EncodingChange[] {
  if (before.kind === "content" || now.kind === "content") {
    const [was, is] = [formOf(before), formOf(now)];
    return was === is ? [] : [{ text: `is written as ${is} now, and was as ${was}`, breaking: true }];
  }
  const changes = styleChanges(before, now);
  // Whoever left it empty may no longer; whoever never did goes on.
  if (before.allowEmptyValue !== now.allowEmptyValue)
    changes.push({ text: now.allowEmptyValue ? "may be empty now" : "must not be empty now", breaking: !now.allowEmptyValue });
  return changes;
}

const formOf = (encoding: ParameterEncoding): string =>
  encoding.kind === "content" ? JSON.stringify(encoding.mediaType) : `the style ${encoding.style}`;

type Style = NonNullable<PropertyEncoding["style"]>;

function styleChanges(before: Style, now: Style): EncodingChange[] {
  const changes: EncodingChange[] = [];
  if (before.style !== now.style) changes.push({ text: `has the style ${now.style} now, and had ${before.style}`, breaking: true });
  if (before.explode !== now.explode)
    changes.push({
      text: now.explode ? "is exploded now: each value by itself" : "is no longer exploded: all values at once",
      breaking: true,
    });
  if (before.allowReserved !== now.allowReserved)
    changes.push({
      text: now.allowReserved ? "keeps reserved characters as they are now" : "has reserved characters encoded now",
      breaking: true,
    });
  return changes;
}

const noStyle: Style = { style: "form", explode: true, allowReserved: false };

/** How the properties of a form, or the parts of a multipart body, are written. `owner`: the body. */
export function partEncodingChanges(
  before: readonly PropertyEncoding[],
  now: readonly PropertyEncoding[],
  owner: string,
  way: Direction,
): readonly EncodingChange[] {
  const [old, fresh] = [before, now].map((list) => new Map(list.map((each) => [each.property, each])));
  const names = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])];
  return names.flatMap((name) => {
    const [was, is] = [old?.get(name), fresh?.get(name)];
    const changes: EncodingChange[] = [];
    if (typesOf(was).join() !== typesOf(is).join())
      changes.push({
        text: `has the content type ${typeText(is)} now, and had ${typeText(was)}`,
        breaking: isTypeLost(typesOf(was), typesOf(is), way),
      });
    if (was?.style !== undefined && is?.style !== undefined) for (const item of styleChanges(was.style, is.style)) changes.push(item);
    else if (was?.style !== is?.style)
      changes.push({
        text: `is ${is?.style === undefined ? "no longer " : ""}written in the style ${(is?.style ?? was?.style ?? noStyle).style}${is?.style === undefined ? "" : " now"}`,
        breaking: true,
      });
    return changes.map(({ text, breaking }) => ({ text: `the part ${JSON.stringify(name)} of ${owner} ${text}`, breaking }));
  });
}

/** `image/png, image/jpeg` is a list without an order. */
function typesOf(encoding: PropertyEncoding | undefined): readonly string[] {
  return (encoding?.contentType ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== "")
    .sort();
}

const typeText = (encoding: PropertyEncoding | undefined): string =>
  encoding?.contentType === undefined ? "none" : JSON.stringify(encoding.contentType);

/** Without a type, a part has the one that goes with its schema. */
function isTypeLost(before: readonly string[], now: readonly string[], way: Direction): boolean {
  if (before.length === 0 || now.length === 0) return true;
  const [kept, all] = way === "request" ? [now, before] : [before, now];
  return all.some((each) => !kept.includes(each));
}
