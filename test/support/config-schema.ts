/** The JSON Schema of a configuration, derived from the types and the comments of `src/config/`. */
import { join } from "node:path";
import ts from "typescript";
import { projectFolder } from "./cli.js";

export type SchemaNode = boolean | { [keyword: string]: unknown };

/** More words than a person would list by hand: the codes of diagnostics. They stand in the schema once. */
const manyWords = 50;

/** What `schema/config.schema.json` has to be. */
export function configSchema(): SchemaNode {
  const file = join(projectFolder, "src/config/config.ts");
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    noEmit: true,
  });
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} is not there`);
  const checker = program.getTypeChecker();
  const printer = schemaPrinter(checker, source);
  const typeOf = (name: string): ts.Type => {
    const found = source.statements.find(
      (each): each is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(each) && each.name.text === name,
    );
    if (found === undefined) throw new Error(`${name} is not declared in ${file}`);
    return checker.getTypeAtLocation(found);
  };
  const api = printer.object(typeOf("ApiConfig"));
  const shared = printer.object(typeOf("Shared"));
  const forAll = { $schema: { description: "Where editors find this schema.", type: "string" }, ...propertiesOf(shared) };
  const ofApi = Object.keys(propertiesOf(api)).map((key) => [key, { $ref: `#/definitions/api/properties/${key}` }]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: "https://unpkg.com/openapi-sundial/schema/config.schema.json",
    title: "Configuration of openapi-sundial",
    description: "sundial.config.json: one API, or several by name. Keys other than `input` may be left out.",
    type: "object",
    properties: {
      ...forAll,
      ...Object.fromEntries(ofApi),
      apis: {
        description: "Several APIs by name. With it, all keys but those for all APIs belong inside one of them.",
        type: "object",
        minProperties: 1,
        additionalProperties: { $ref: "#/definitions/api" },
      },
    },
    additionalProperties: false,
    if: { required: ["apis"] },
    then: { propertyNames: { enum: [...Object.keys(forAll), "apis"] } },
    else: { required: ["input"] },
    definitions: { api, code: { type: "string", enum: printer.codes() } },
  };
}

function propertiesOf(node: SchemaNode): Readonly<Record<string, SchemaNode>> {
  return typeof node === "boolean" ? {} : (node["properties"] as Readonly<Record<string, SchemaNode>>); // as `object` makes it
}

interface SchemaPrinter {
  /** An object with exactly the members of a type. */
  object(type: ts.Type): SchemaNode;
  /** All codes that were met. */
  codes(): readonly string[];
}

function schemaPrinter(checker: ts.TypeChecker, source: ts.SourceFile): SchemaPrinter {
  let codes: readonly string[] = [];
  const print = (type: ts.Type): SchemaNode => {
    if (type.aliasSymbol?.name === "Json") return true;
    if (type.isUnion()) return printUnion(type.types);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) return { const: checker.typeToString(type) === "true" };
    if ((type.flags & ts.TypeFlags.String) !== 0) return { type: "string" };
    if ((type.flags & ts.TypeFlags.Number) !== 0) return { type: "number" };
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: item === undefined ? true : print(item) };
    }
    if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0) return object(type);
    throw new Error(`A configuration has a value of the type ${checker.typeToString(type)}, which this cannot write as JSON Schema.`);
  };
  const printUnion = (all: readonly ts.Type[]): SchemaNode => {
    // A URL object is a text in JSON.
    const types = all.filter((each) => (each.flags & ts.TypeFlags.Undefined) === 0 && each.getSymbol()?.name !== "URL");
    const words = types.filter((each) => each.isStringLiteral()).map(({ value }) => value);
    const booleans = types.filter((each) => (each.flags & ts.TypeFlags.BooleanLiteral) !== 0);
    const others = types.filter((each) => !each.isStringLiteral() && (booleans.length < 2 || !booleans.includes(each)));
    const choices: SchemaNode[] = [
      ...(words.length === 0 ? [] : [wordsOf(words)]),
      ...(booleans.length < 2 ? [] : [{ type: "boolean" }]),
      ...others.map(print),
    ];
    const [only] = choices;
    return choices.length === 1 && only !== undefined ? only : { anyOf: choices };
  };
  const wordsOf = (words: readonly string[]): SchemaNode => {
    if (words.length < manyWords) return { enum: words };
    codes = [...words].sort();
    return { $ref: "#/definitions/code" };
  };
  const object = (type: ts.Type): SchemaNode => {
    const members = checker.getPropertiesOfType(type);
    const [first] = members;
    if (members.length >= manyWords && first !== undefined) {
      codes = members.map(({ name }) => name).sort();
      return { type: "object", propertyNames: { $ref: "#/definitions/code" }, additionalProperties: print(checker.getTypeOfSymbol(first)) };
    }
    const values = checker.getIndexInfosOfType(type)[0]?.type;
    const required = members.filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0).map(({ name }) => name);
    return {
      type: "object",
      ...(members.length === 0 ? {} : { properties: Object.fromEntries(members.map((each) => [each.name, member(each)])) }),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: values === undefined ? false : print(values),
    };
  };
  const member = (symbol: ts.Symbol): SchemaNode => {
    const words = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll("*\\/", "*/").replace(/\s+/g, " ").trim();
    const value = print(checker.getTypeOfSymbolAtLocation(symbol, source));
    if (words === "" || typeof value === "boolean") return words === "" ? value : { description: words };
    // Beside a `$ref`, other keywords mean nothing.
    return "$ref" in value ? { description: words, allOf: [value] } : { description: words, ...value };
  };
  return { object, codes: () => codes };
}
