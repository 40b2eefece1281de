import type { Report } from "../../diagnostic/diagnostic.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { GeneralFacts, OperationGroup } from "./limit-facts.js";
import {
  asFlag,
  asPositive,
  asTexts,
  fact,
  isObject,
  member,
  members,
  reportUnknownMembers,
  reportUnread,
  type Written,
} from "./limit-values.js";
import { reportBesideExempt } from "./read-canonical-operation-limit.js";

/** Members by which a group says what its operations are: the words of a selection of operations. */
const selectors = ["tags", "operations", "paths", "methods"] as const;
const groupKeys = [...selectors, "policies", "cost", "costs", "exempt"] as const;

/** Each group may have a list of all policies: so many lists are written. */
const mostGroups = 50;
/** Each text is tried for each operation. */
const mostPatterns = 300;

/** `groups`: operations with quotas of their own, by names that people have for them, in the order in which they are asked. */
export function readGroups(written: Written | undefined, report: Report): GeneralFacts["groups"] {
  if (written === undefined) return undefined;
  if (!isObject(written.value)) {
    reportUnread(`"${written.name}" must be an object of groups of operations by name.`, "it is not read", written.at, report);
    return undefined;
  }
  let [groups, patterns] = [0, 0];
  const value = members(written).flatMap(({ key, ...group }) => {
    const read = readGroup(key, group, report);
    if (read === undefined) return [];
    groups += 1;
    patterns += selectors.reduce((sum, member) => sum + (read.members[member]?.length ?? 0), 0);
    if (groups <= mostGroups && patterns <= mostPatterns) return [read];
    const message = `There is no room for the group "${key}", beside more than ${mostGroups} groups, or ${mostPatterns} texts that select operations.`;
    reportUnread(message, "it is left out", group.at, report);
    return [];
  });
  return { value, name: written.name, at: written.at };
}

function readGroup(name: string, written: Written, report: Report): OperationGroup | undefined {
  if (!isObject(written.value)) {
    reportUnread(`The group "${name}" must be { ${groupKeys.join(", ")} }.`, "it is left out", written.at, report);
    return undefined;
  }
  reportUnknownMembers(written, groupKeys, report);
  const said = selectors.map((key) => [key, fact(member(written, key), asOneOrMore, "a text or a list of texts", report)?.value] as const);
  const selected = said.filter(([, texts]) => texts !== undefined);
  // A group with a selector that cannot be read would be of more operations than is meant.
  const isWhole = selectors.every((key) => member(written, key) === undefined || selected.some(([one]) => one === key));
  if (selected.length === 0 && isWhole) {
    const message = `The group "${name}" does not say which operations are in it.`;
    reportUnread(message, "it is left out", written.at, report, `Say it by some of ${selectors.join(", ")}: { paths: ["/search/**"] }.`);
  }
  if (selected.length === 0 || !isWhole) return undefined;
  const exempt = fact(member(written, "exempt"), asFlag, "true or false", report)?.value === true;
  if (exempt) reportBesideExempt(written, report, ["policies", "cost", "costs"]);
  return {
    name,
    members: Object.fromEntries(selected),
    policies: fact(member(written, "policies"), asTexts, "a list of names of policies", report)?.value,
    cost: fact(member(written, "cost"), asPositive, "a whole number above 0", report)?.value,
    costs: readCosts(member(written, "costs"), report),
    exempt,
  };
}

function readCosts(written: Written | undefined, report: Report): OperationGroup["costs"] {
  if (written === undefined) return undefined;
  if (!isObject(written.value))
    reportUnread(`"${written.name}" must be an object of numbers by the names of policies.`, "it is not read", written.at, report);
  const costs = members(written).flatMap(({ key, ...each }) => {
    const cost = fact(each, asPositive, "a whole number above 0", report)?.value;
    return cost === undefined ? [] : [[key, cost] as const];
  });
  return costs.length === 0 ? undefined : Object.fromEntries(costs);
}

function asOneOrMore(value: Json): readonly string[] | undefined {
  const texts = asTexts(isJsonArray(value) ? value : [value]);
  return texts === undefined || texts.length === 0 || texts.some((text) => text.trim() === "") ? undefined : texts;
}
