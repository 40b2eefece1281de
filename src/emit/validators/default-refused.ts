/** Completed values without defaults that something else said of the same property refuses. */
import { emptySchema } from "../../model/ir/empty-schema.js";
import type { Schema, SchemaId } from "../../model/ir/schema.js";
import type { Json } from "../../source/source-file.js";
import type { RefusedDefault } from "../../model/passes/defaults/refused-defaults.js";
import { code, ident, join, literal, type Code } from "../print/code.js";
import { brackets } from "../print/layout.js";
import { validTest } from "./condition.js";
import { completing, type Completer, type Writer } from "./defaults.js";
import { runtime, type FunctionScope, type Place } from "./function-scope.js";
import { printTest } from "./test.js";

interface Refusing {
  readonly schema: Schema;
  /** Of a schema with a name. */
  readonly id: SchemaId | undefined;
  readonly place: Place;
  readonly scope: FunctionScope;
  readonly writer: Writer;
}

interface Whole {
  /** Fills in all defaults. */
  readonly completer: Completer;
  /** Whether defaults inside the value may make it invalid. */
  readonly looksInside: boolean;
}

/** Statements that give a completed value without the defaults that something else refuses; where that depends on the value, it is asked. */
export function refusingLines(refused: readonly RefusedDefault[], { completer, looksInside }: Whole, refusing: Refusing): readonly Code[] {
  const { scope, writer, place } = refusing;
  const without = (of: Code, wanted: readonly RefusedDefault[]): Code =>
    wanted.length === 0 ? of : code`${runtime(scope, "withoutFilled")}(${of}, value, ${brackets(refusedCodes(wanted, writer), 60)})`;
  const certain = without(
    completing(completer, place.value),
    refused.filter((each) => !isAsked(each)),
  );
  const uncertain = refused.filter(isAsked);
  const why = code`// What the rest of the schema refuses is not filled in.`;
  if (uncertain.length === 0 && !looksInside) return [why, code`return ${certain};`];
  const first = [why, code`const completed = ${certain};`];
  const left = without(code`completed`, uncertain);
  const isValid = code`!fill || ${isValidTest("completed", refusing)}`;
  if (!looksInside) return [...first, code`return ${isValid} ? completed : ${left};`];
  const unfilled = code`${completer.name}(value, false)`;
  if (uncertain.length === 0) return [...first, code`return ${isValid} ? completed : ${unfilled};`];
  return [
    ...first,
    code`if (${isValid}) return completed;`,
    code`const accepted = ${left};`,
    code`return ${isValidTest("accepted", refusing)} ? accepted : ${unfilled};`,
  ];
}

function isValidTest(name: string, { schema, id, place, scope }: Refusing): Code {
  const asked = id === undefined ? schema : { ...emptySchema, assertions: [{ kind: "ref", target: id } as const] };
  return printTest(validTest(asked, { ...place, value: ident(name), name: `${place.name}Filled` }, scope));
}

/** Whether a value has to be asked: it decides, or what is there may be a list or an object of another default, with more filled in. */
const isAsked = ({ perhaps, value, by }: RefusedDefault): boolean => perhaps || (by !== undefined && isStructure(value));

const isStructure = (value: Json): boolean => typeof value === "object" && value !== null;

/** What is not to be filled in. */
function refusedCodes(refused: readonly RefusedDefault[], writer: Writer): readonly Code[] {
  const codes = refused.map(({ path, property, value, by }) => {
    const isCompared = by !== undefined && !isStructure(value);
    const known = isCompared ? [code`value: ${writer.literalOf(value, property.schema)}`] : [];
    return code`{ ${join([code`path: ${literal([...path])}`, ...known], ", ")} }`;
  });
  return [...new Map(codes.map((each) => [String(each), each])).values()];
}
