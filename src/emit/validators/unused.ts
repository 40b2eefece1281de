/** Names that nothing uses, because what would have used them comes after a certain no. */
import { isUsed, type Code } from "../print/code.js";
import { mapBlocks, someBlock } from "./blocks.js";
import { printLines, type Runtime } from "./print.js";
import { failsAlways, type Block, type Statement } from "./statement.js";

/** Whether something of a block is left out where it is to end at the first issue. */
export function isCutShort(block: Block): boolean {
  return block.some((statement, index) => (index < block.length - 1 && failsAlways(statement)) || someBlock(statement, isCutShort));
}

/** The same block without constants that it does not use: a program may be compiled with `noUnusedLocals`. */
export function withoutUnused(block: Block, runtime: Runtime): Block {
  return block.reduceRight<Block>((after, statement) => [...used(statement, after, runtime), ...after], []);
}

function used(statement: Statement, after: Block, runtime: Runtime): Block {
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
    case "onward": // name nothing, or have blocks that do
    case "ask":
    case "fail":
    case "nested":
    case "none":
    case "return":
    case "member":
    case "one":
    case "if":
    case "for":
    case "switch":
      return [mapBlocks(statement, (block) => withoutUnused(block, runtime))];
  }
}
