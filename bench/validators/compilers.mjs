// The peers that write code before it runs.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import standaloneCode from "ajv/dist/standalone/index.js";
import { Validator } from "ata-validator";
import { toStandaloneModule } from "ata-validator/aot";
import ts from "typescript";
import typia from "typia/lib/transform";

export function ajvStandalone(schemas, { formats, allErrors }) {
  const named = schemas.map((schema, index) => ({ ...schema, $id: `https://example.com/v${index}` }));
  const ajv = new Ajv2020({
    ...{ strict: false, discriminator: true, validateFormats: formats, allErrors },
    ...{ schemas: named, code: { source: true, esm: true, lines: true } },
  });
  if (formats) ajvFormats.default(ajv);
  return standaloneCode.default(ajv, Object.fromEntries(named.map(({ $id }, index) => [`v${index}`, $id])));
}

export function ataModule(schema) {
  try {
    return toStandaloneModule(new Validator(schema), { format: "esm" }) ?? undefined;
  } catch {
    // It throws where it has no source form, and gives null elsewhere.
    return undefined;
  }
}

export function typiaProgram(source, folder) {
  const file = join(folder, "typia-in.ts");
  writeFileSync(file, source);
  const options = {
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const program = ts.createProgram([file], options);
  const troubles = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  let text = "";
  const transform = (typia.default ?? typia)(program, {}, { addDiagnostic: ({ messageText }) => troubles.push(String(messageText)) });
  program.emit(program.getSourceFile(file), (_, written) => (text = written), undefined, false, { before: [transform] });
  if (troubles.length > 0) throw new Error(`typia: ${troubles.join("\n")}`);
  return text;
}
