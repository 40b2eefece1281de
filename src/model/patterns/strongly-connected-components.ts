import { spend, type Budget } from "./budget.js";

/** The strongly connected components of what can be reached: the number of its component for each node, by Tarjan's algorithm without recursion; `undefined` when more than `most` nodes are met, or the budget is used up. */
export function componentsOf(
  roots: Iterable<number>,
  successors: (node: number) => readonly number[],
  most: number,
  budget: Budget,
): ReadonlyMap<number, number> | undefined {
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const component = new Map<number, number>();
  const open: number[] = [];
  let count = 0;
  for (const root of roots) {
    if (order.has(root)) continue;
    const path: { readonly node: number; readonly next: Iterator<number> }[] = [];
    const enter = (node: number): void => {
      order.set(node, order.size);
      low.set(node, order.size - 1);
      open.push(node);
      path.push({ node, next: successors(node).values() });
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node, next } = top;
      const step = next.next();
      if (step.done !== true) {
        if (!order.has(step.value)) enter(step.value);
        else if (!component.has(step.value)) lower(low, node, order.get(step.value));
        if (order.size > most || !spend(budget, 1)) return undefined;
        continue;
      }
      path.pop();
      if (low.get(node) === order.get(node)) {
        for (let member = open.pop(); member !== undefined; member = member === node ? undefined : open.pop()) component.set(member, count);
        count += 1;
      }
      const parent = path.at(-1);
      if (parent !== undefined) lower(low, parent.node, low.get(node));
    }
  }
  return component;
}

function lower(low: Map<number, number>, node: number, to = Infinity): void {
  low.set(node, Math.min(low.get(node) ?? to, to));
}
