/** The strongly connected components of a graph, as far as it was followed. */
export interface Components<Node> {
  /** The number of its component for each node that was met. */
  readonly of: ReadonlyMap<Node, number>;
  /** Follows all that can be reached from a node. Whether that came to its end: where it did not, nothing more is to be asked. */
  follow(root: Node): boolean;
  /** Whether a node leads back to itself. It is followed where it was not met before. */
  isOnCycle(node: Node): boolean;
}

/**
 * Finds components by Tarjan's algorithm, without recursion: chains of schemas are longer than a stack of calls. Each node is entered once, however
 * many roots are followed.
 * @param mayGoOn Asked at each edge, with the number of nodes met: work may have a limit.
 */
export function stronglyConnected<Node>(
  successors: (node: Node) => Iterable<Node>,
  mayGoOn: (met: number) => boolean = () => true,
): Components<Node> {
  const order = new Map<Node, number>();
  const low = new Map<Node, number>();
  const component = new Map<Node, number>();
  const open: Node[] = [];
  let count = 0;
  const lower = (node: Node, to = Infinity): unknown => low.set(node, Math.min(low.get(node) ?? to, to));
  const close = (node: Node): void => {
    for (let member = open.pop(); member !== undefined; member = member === node ? undefined : open.pop()) component.set(member, count);
    count += 1;
  };
  const follow = (root: Node): boolean => {
    if (order.has(root)) return true;
    const path: { readonly node: Node; readonly next: Iterator<Node> }[] = [];
    const enter = (node: Node): void => {
      order.set(node, order.size);
      low.set(node, order.size - 1);
      open.push(node);
      path.push({ node, next: successors(node)[Symbol.iterator]() });
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node, next } = top;
      const step = next.next();
      if (step.done !== true) {
        if (!order.has(step.value)) enter(step.value);
        else if (!component.has(step.value)) lower(node, order.get(step.value));
        if (!mayGoOn(order.size)) return false;
        continue;
      }
      path.pop();
      if (low.get(node) === order.get(node)) close(node);
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(node));
    }
    return true;
  };
  const isOnCycle = (node: Node): boolean => {
    follow(node);
    for (const next of successors(node)) if (component.get(next) === component.get(node)) return true;
    return false;
  };
  return { of: component, follow, isOnCycle };
}
