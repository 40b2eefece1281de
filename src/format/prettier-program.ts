/**
 * A program for a process of its own, in which a Prettier of the user's and its plugins run: reads `{ from, files, ignore }` from standard input, and
 * prints each file as it is formatted. What else prints, prints to standard error. Node 20 runs it, and Prettier 2 and 3.
 */
export const prettierProgram = `
const { createRequire } = require("node:module");
let input = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => { input += chunk; }).on("end", async () => {
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const end = (value) => print(JSON.stringify(value), () => process.exit(0));
  const { from, files, ignore } = JSON.parse(input);
  let prettier;
  try { prettier = createRequire(from)("prettier"); } catch (error) { return end({ missing: String(error && error.message) }); }
  const results = [];
  for (const { path, text } of files) {
    try {
      const infos = await Promise.all(ignore.map((ignorePath) => prettier.getFileInfo(path, { ignorePath, resolveConfig: false })));
      const config = await prettier.resolveConfig(path, { editorconfig: true });
      results.push({ text: infos.some((info) => info.ignored) ? text : await prettier.format(text, { ...config, filepath: path }) });
    } catch (error) {
      results.push({ error: String(error && error.message) });
    }
  }
  end({ results });
});
`;
