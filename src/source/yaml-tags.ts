import { EVENT_ID, type Event } from "js-yaml";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { linesOf } from "../diagnostic/lines.js";
import type { YamlEvents } from "./yaml-events.js";

/**
 * Tags of YAML, such as `!Sub` of CloudFormation, say how a value is to be made of what is written. Those that nobody here knows
 * are left out, and what is written is the value.
 */

/** Tags that JSON's values have, those of merge keys, and of dates, which are texts. */
const known =
  /^(?:!|!!(?:str|int|float|bool|null|seq|map|merge|timestamp)|!<(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|seq|map|merge|timestamp))>)$/;

/** The same text without unknown tags, and what there is to say of those that stand in no extension: once for each, with the number of places. */
export function withoutUnknownTags(
  yaml: YamlEvents,
  text: string,
  uri: string,
  quotes: boolean,
): { readonly yaml: YamlEvents; readonly diagnostics: readonly Diagnostic[] } {
  const { events, source } = yaml;
  const tagOf = (event: Event): string | undefined => {
    if (!("tagStart" in event) || event.tagStart < 0) return undefined;
    const tag = source.slice(event.tagStart, event.tagEnd);
    return known.test(tag) ? undefined : tag;
  };
  if (!events.some((event) => tagOf(event) !== undefined)) return { yaml, diagnostics: [] };
  const found = new Map<string, { readonly offset: number; others: number }>();
  const inExtension = extensionFlags(events, source);
  const starts = new Map<Event, Event>();
  const plain = events.map((event, index) => {
    const tag = tagOf(event);
    if (tag === undefined) return event;
    const before = found.get(tag);
    if (inExtension[index] !== true) {
      if (before === undefined) found.set(tag, { offset: offsetOf(event, yaml, text), others: 0 });
      else before.others += 1;
    }
    const without = { ...event, tagStart: -1, tagEnd: -1 } as Event; // The same kind of event.
    starts.set(without, event);
    return without;
  });
  const own: YamlEvents = {
    ...yaml,
    events: plain,
    startOf: (event, at) => yaml.startOf((starts.get(event) as typeof event | undefined) ?? event, at),
  };
  const lines = linesOf(text);
  return {
    yaml: own,
    diagnostics: [...found].map(([tag, { offset, others }]) =>
      report(quotes ? shown(tag) : undefined, { file: uri, ...lines.at(offset) }, others),
    ),
  };
}

/** A tag as authors write it. */
function shown(tag: string): string {
  return tag.replace(/^!<(.*)>$/, "$1").replace(/^tag:yaml\.org,2002:/, "!!");
}

function offsetOf(event: Event, { startOf }: YamlEvents, text: string): number {
  if ("tagStart" in event && event.tagStart < text.length) return event.tagStart;
  return event.type === EVENT_ID.SCALAR ? startOf(event, 0) : "start" in event ? event.start : 0;
}

function report(tag: string | undefined, at: Diagnostic["at"], others: number): Diagnostic {
  const places = others === 0 ? "" : `, here and in ${String(others)} other ${others === 1 ? "place" : "places"}`;
  const message = `${tag === undefined ? "A tag of YAML" : `The tag ${tag}`} says nothing to a reader of descriptions${places}.`;
  return diagnostic("yaml-tag", message, {
    at,
    hint: "Remove the tag, and write what it stands for.",
    assumed: "the value is read as it is written",
  });
}

interface Level {
  readonly isMapping: boolean;
  readonly isExtension: boolean;
  /** Of a mapping: whether a key comes next, and whether the last one was that of an extension. */
  isKey: boolean;
  isOfExtension: boolean;
}

/** Of each event, whether it stands in an extension: below a key that begins with `x-`. */
function extensionFlags(events: readonly Event[], source: string): readonly boolean[] {
  const levels: Level[] = [];
  return events.map((event) => {
    const top = levels.at(-1);
    if (event.type === EVENT_ID.POP) {
      levels.pop();
      return false;
    }
    const isKey = top?.isMapping === true && top.isKey;
    const isExtension = top !== undefined && (top.isExtension || (!isKey && top.isOfExtension));
    if (top?.isMapping === true) {
      top.isKey = !top.isKey;
      if (isKey) top.isOfExtension = event.type === EVENT_ID.SCALAR && source.slice(event.valueStart, event.valueStart + 2) === "x-";
    }
    const isMapping = event.type === EVENT_ID.MAPPING;
    if (isMapping || event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.DOCUMENT)
      levels.push({ isMapping, isExtension, isKey: isMapping, isOfExtension: false });
    return isExtension;
  });
}
