/** Which formats are asserted, and by what: those of the configuration first, then those that are known. */
import { textFormatOf } from "../../model/formats/find-format.js";
import type { NumberAssertion, StringAssertion } from "../../model/ir/schema.js";
import type { UserFormat } from "../options.js";
import { code, ident, join, literal, propertyKey, type Code } from "../print/code.js";
import { moduleSpecifier } from "../print/import-specifiers.js";
import { runtime, type FileScope, type FunctionScope } from "./function-scope.js";
import { pascal } from "./locals.js";
import type { FailName } from "./statement.js";

/** The constant that reports formats in words of the configuration. */
export const failUserFormat = "failUserFormat";

/** How a string is held against its format. */
export interface FormatCheck {
  /** The function, which is imported by asking for it. */
  readonly check: () => Code;
  readonly by: FailName;
}

/** Whether an assertion's format is more than an annotation, as far as it is a known one. */
export function assertsFormat({ formatAsserted }: NumberAssertion | StringAssertion, { file }: FunctionScope): boolean {
  return formatAsserted === true || file.choices.formats !== "annotate";
}

/** The check of an assertion's format; `undefined` where it has none. One that the configuration has a check for is asserted in any case. */
export function formatCheckOf(assertion: StringAssertion, scope: FunctionScope): FormatCheck | undefined {
  const { format: name } = assertion;
  if (name === undefined) return undefined;
  const { file } = scope;
  const own = file.formats.get(name);
  if (own !== undefined) {
    const specifier = moduleSpecifier(own.module, file.importExtension);
    // Of the names that no variable of a check takes.
    const local = /^is[A-Z_\d]/.test(own.export) ? own.export : `is${pascal(own.export) || "Format"}`;
    return {
      check: () => file.imports.value(own.export, specifier, local),
      by: wordsOf(own) === undefined ? "failFormat" : failUserFormat,
    };
  }
  const known = assertsFormat(assertion, scope) ? textFormatOf(name) : undefined;
  return known === undefined ? undefined : { check: () => runtime(scope, known.check), by: "failFormat" };
}

/** What is said of a format; `undefined` where the runtime says it. It would find something else under a name that every object inherits. */
function wordsOf({ name, words }: UserFormat): string | undefined {
  return words ?? (name in {} ? `of the format ${name}` : undefined);
}

/** The constant `failUserFormat`; `undefined` where the configuration has no words for any format. */
export function userFormatWords({ formats, imports }: FileScope): Code | undefined {
  const members = [...formats.values()].flatMap((format) => {
    const words = wordsOf(format);
    return words === undefined ? [] : [code`${propertyKey(format.name)}: ${literal(words)}`];
  });
  if (members.length === 0) return undefined;
  const fail = imports.type("Fail", "./runtime/validators.js");
  const make = imports.value("failingFormats", "./runtime/validators.js");
  return code`const ${ident(failUserFormat)}: ${fail}<string> = /* @__PURE__ */ ${make}({ ${join(members, ", ")} });`;
}
