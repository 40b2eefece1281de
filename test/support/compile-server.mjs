/**
 * The child process of `warm-compilers.ts`: `node compile-server.mjs <folder of a typescript package>`. Answers `{ config }`, the path of
 * a tsconfig, with `{ status, output }`, as `tsc -p config --pretty false` ends and prints in the tsconfig's folder.
 */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";

const [, , packageFolder = ""] = process.argv;
const installed = dirname(packageFolder);
let ts;

/** Options under which a parsed file is another one: few are met again, and each holds some 100 MB. */
const mostBuckets = 3;
const buckets = new Map();

/** Files of packages, which do not change, by name and by the options that parsing and binding depend on. */
function bucketOf(registry, options) {
  const key = registry.getKeyForCompilationSettings(options);
  const bucket = buckets.get(key) ?? new Map();
  buckets.delete(key);
  buckets.set(key, bucket);
  if (buckets.size > mostBuckets) buckets.delete(buckets.keys().next().value);
  return bucket;
}

/** Files of packages, and options, under which every one of these files was found to be fine. */
const fine = new Set();

/** Whether a program's own files declare nothing that files of packages see: then what these are found to be is the same in each such program. */
const keepsToItself = (file) => ts.isExternalModule(file) && !/\b(?:declare|global)\b/.test(file.text);

/** What `tsc` finds in all files; those of packages, which are most of the work, are looked at once. */
function mistakesIn(program, options) {
  const files = program.getSourceFiles();
  const own = files.filter(({ fileName }) => !fileName.startsWith(installed));
  if (!own.every(keepsToItself)) return program.getSemanticDiagnostics();
  const { configFilePath: _, ...settings } = options;
  const key = JSON.stringify([settings, files.filter((file) => !own.includes(file)).map(({ fileName }) => fileName)]);
  if (fine.has(key)) return own.flatMap((file) => program.getSemanticDiagnostics(file));
  const found = program.getSemanticDiagnostics();
  if (found.every(({ file }) => file !== undefined && own.includes(file))) fine.add(key);
  return found;
}

/** What `tsc` tells: each kind of mistake where there is none of those before. It writes files whatever is wrong. */
function diagnosticsOf(program, options) {
  const declares = options.noEmit === true && (options.declaration === true || options.composite === true);
  const steps = [
    () => program.getSyntacticDiagnostics(),
    () => [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()],
    () => mistakesIn(program, options),
    () => (declares ? program.getDeclarationDiagnostics() : []),
  ];
  let found = [];
  for (const step of steps) if (found.length === 0) found = step();
  return [...found, ...program.emit().diagnostics];
}

function compile(config) {
  ts ??= createRequire(import.meta.url)(join(packageFolder, "lib/typescript.js"));
  const folder = dirname(config);
  const printed = { getCurrentDirectory: () => folder, getNewLine: () => "\n", getCanonicalFileName: (name) => name };
  const found = [];
  const system = { ...ts.sys, getCurrentDirectory: () => folder };
  const parsed = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...system, onUnRecoverableConfigFileDiagnostic: (one) => found.push(one) },
  );
  if (parsed !== undefined) {
    const { options, fileNames, projectReferences, errors } = parsed;
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    const bucket = bucketOf(ts.createDocumentRegistry(), options);
    host.getCurrentDirectory = () => folder;
    host.getSourceFile = (name, how, ...more) => {
      if (!name.startsWith(installed)) return read(name, how, ...more);
      const key = `${name} ${JSON.stringify(how)}`;
      if (!bucket.has(key)) bucket.set(key, read(name, how, ...more));
      return bucket.get(key);
    };
    const program = ts.createProgram({ rootNames: fileNames, options, projectReferences, configFileParsingDiagnostics: errors, host });
    found.push(...errors, ...diagnosticsOf(program, options));
  }
  const problems = ts.sortAndDeduplicateDiagnostics(found);
  return { status: problems.length === 0 ? 0 : 1, output: ts.formatDiagnostics(problems, printed) };
}

const server = createServer((request, response) => {
  json(request)
    .then(({ config }) => response.end(JSON.stringify(compile(config))))
    .catch((error) => response.writeHead(500).end(String(error?.stack ?? error)));
});
// A compilation takes as long as it takes.
server.requestTimeout = server.headersTimeout = 0;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
