/** Names that nothing uses, because what would have used them comes after a certain no. */
import { isUsed, type Code } from "../print/code.js";
import { printLines, type Runtime } from "./print.js";
import { alwaysFails, type Block, type Statement } from "./statement.js";

/** Whether something of a block is left out where it is to end at the first issue. */
export function isCutShort(block: Block): boolean {
  return block.some((statement, index) => (index < block.length - 1 && alwaysFails([statement])) || insideOf(statement).some(isCutShort));
}

/** The same block without constants that it does not use: a program may be compiled with `noUnusedLocals`. */
export function withoutUnused(block: Block, runtime: Runtime): Block {
  return block.reduceRight<Block>((after, statement) => [...used(statement, after, runtime), ...after], []);
}

function used(statement: Statement, after: Block, runtime: Runtime): Block {
  const inside = (block: Block): Block => withoutUnused(block, runtime);
  let text: Code | undefined;
  const isNamed = (name: Code): boolean => isUsed(name, (text ??= printLines(after, 0, runtime)));
  switch (statement.kind) {
    case "read": {
      const members = statement.members.filter((member) => isNamed(member.as));
      return members.length === 0 ? [] : [{ ...statement, members }];
    }
    case "line": {
      const name = /^const (\w+)(?:: unknown)? = /.exec(statement.text)?.[1];
      return name === undefined || isNamed(name as Code) ? [statement] : [];
    }
    case "if":
      return [{ ...statement, then: inside(statement.then), else: inside(statement.else) }];
    case "for":
      return [{ ...statement, body: inside(statement.body) }];
    case "switch": {
      const cases = statement.cases.map(({ labels, body }) => ({ labels, body: inside(body) }));
      return [{ ...statement, cases, default: inside(statement.default) }];
    }
    default:
      return [statement];
  }
}

function insideOf(statement: Statement): readonly Block[] {
  if (statement.kind === "if") return [statement.then, statement.else];
  if (statement.kind === "for") return [statement.body];
  return statement.kind === "switch" ? [...statement.cases.map(({ body }) => body), statement.default] : [];
}
