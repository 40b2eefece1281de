/**
 * Statements whose calls report everything that is wrong, where checks stop at the first issue. Which of several alternatives a value comes
 * closest to can only be said by all that is wrong with it.
 */
import { mapBlocks } from "./blocks.js";
import type { Call } from "./callee.js";
import type { Block, Statement } from "./statement.js";

/** Everything that is wrong with the value. */
export const wholly = (block: Block): Block => block.map((statement) => mapped(statement, true));

/** Everything that is wrong by each of several alternatives. */
export const alternativesWholly = (block: Block): Block => block.map((statement) => mapped(statement, false));

function mapped(statement: Statement, all: boolean): Statement {
  switch (statement.kind) {
    case "nested":
      return all ? { ...statement, call: whole(statement.call) } : statement;
    case "none":
      return { ...statement, alternatives: statement.alternatives.map((asked) => (typeof asked === "string" ? asked : whole(asked))) };
    // Only for alternatives issues are kept under a name.
    case "ask":
      return statement.form === "check" ? { ...statement, form: "all" } : statement;
    case "line": // ask no other check, or have statements that do
    case "onward":
    case "read":
    case "fail":
    case "count":
    case "return":
    case "member":
    case "forms":
    case "one":
    case "if":
    case "for":
    case "switch":
      return mapBlocks(statement, (block) => block.map((inner) => mapped(inner, all)));
  }
}

function whole(call: Call): Call {
  const { callee } = call;
  return { ...call, callee: { name: (form) => callee.name(form === "check" ? "all" : form) } };
}
