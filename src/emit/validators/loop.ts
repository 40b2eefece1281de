/** Walks over the items of an array and the properties of an object. */
import { code, type Code } from "../print/code.js";
import type { FunctionScope, Place } from "./function-scope.js";
import { failsUnread, line, when, type Block } from "./statement.js";
import { isPresent } from "./types-test.js";

export interface Walk {
  /** For what is made of the members: "PetTagsItem". */
  readonly name: string;
  /** The first item. */
  readonly from?: number;
  /** Whether a member is only handed on to another function: then it needs no name of its own. */
  readonly handedOn?: boolean;
}

/** A loop over the items of the array at a place; nothing when `make` has nothing to do with one. */
export function eachItem(place: Place, scope: FunctionScope, walk: Walk, make: (item: Place, index: Code) => Block): Block {
  return scope.locals.inBlock(() => {
    const index = scope.locals.take("i");
    const element = code`${place.value}[${index}]`;
    const item = walk.handedOn === true ? element : scope.locals.take("item");
    const part: Place = { value: item, path: [...place.path, index], name: walk.name, known: undefined, seen: undefined };
    const body = make(part, index);
    if (body.length === 0) return [];
    const head = code`for (let ${index} = ${walk.from ?? 0}; ${index} < ${place.value}.length; ${index} += 1)`;
    const unread = item === element || failsUnread(body, item);
    return [{ kind: "for", head, body: unread ? body : [line(code`const ${item}: unknown = ${element};`), ...body] }];
  });
}

/** A loop over the properties of the object at a place that are not `undefined`; nothing when `make` has nothing to do with one. */
export function eachProperty(place: Place, scope: FunctionScope, walk: Walk, make: (member: Place, key: Code) => Block): Block {
  return scope.locals.inBlock(() => {
    const key = scope.locals.take("key");
    const item = scope.locals.take("item");
    const body = make({ value: item, path: [...place.path, key], name: walk.name, known: undefined, seen: undefined }, key);
    if (body.length === 0) return [];
    const read = line(code`const ${item} = ${place.value}[${key}];`);
    return [{ kind: "for", head: code`for (const ${key} in ${place.value})`, body: [read, ...when(isPresent(item), body)] }];
  });
}
