/** Rewrites syntax trees. */
import ts from "typescript";

/** What stands in the place of a node; undefined: the node itself. */
export type Rewrite = (node: ts.Node) => ts.Node | undefined;

/** A tree with every node rewritten, from the leaves up. */
export function rewrite<Node extends ts.Node>(root: Node, change: Rewrite): Node {
  const { transformed } = ts.transform(root, [
    (context) => {
      const visit = (node: ts.Node): ts.Node => {
        const inner = ts.visitEachChild(node, visit, context);
        return change(inner) ?? inner;
      };
      return (node) => visit(node) as Node; // no rewrite gives a root of another kind
    },
  ]);
  return transformed[0] ?? root;
}
