/** Completed values without defaults that something else said of the same property refuses. */
import { emptySchema } from "../../model/ir/empty-schema.js";
import type { Schema, SchemaId } from "../../model/ir/schema.js";
import type { Json } from "../../source/source-file.js";
import type { RefusedDefault } from "../../model/passes/refused-defaults.js";
import { code, join, literal, type Code } from "../print/code.js";
import { brackets } from "../print/layout.js";
import { validTest } from "./condition.js";
import type { Writer } from "./defaults.js";
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

/** Statements that give a completed value without the defaults that something else refuses; where that depends on the value, it is asked. */
export function refusingLines(
  refused: readonly RefusedDefault[],
  completed: Code,
  { schema, id, place, scope, writer }: Refusing,
): readonly Code[] {
  const without = (of: Code, wanted: readonly RefusedDefault[]): Code =>
    wanted.length === 0 ? of : code`${runtime(scope, "withoutFilled")}(${of}, value, ${brackets(refusedCodes(wanted, writer), 60)})`;
  const certain = without(
    completed,
    refused.filter((each) => !isAsked(each)),
  );
  const uncertain = refused.filter(isAsked);
  const why = code`// What the rest of the schema refuses is not filled in.`;
  if (uncertain.length === 0) return [why, code`return ${certain};`];
  const asked = id === undefined ? schema : { ...emptySchema, assertions: [{ kind: "ref", target: id } as const] };
  const test = printTest(validTest(asked, { ...place, value: code`completed`, name: `${place.name}Filled` }, scope));
  return [why, code`const completed = ${certain};`, code`return !fill || ${test} ? completed : ${without(code`completed`, uncertain)};`];
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
