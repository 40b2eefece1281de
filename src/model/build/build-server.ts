import { undescribedVariables } from "../../openapi/rules/servers.js";
import type { ServerObject } from "../../openapi/rules/types.js";
import { readDatedLifecycle } from "../lifecycle/build-lifecycle.js";
import { readRawMembers } from "../lifecycle/read-raw.js";
import type { BuildContext } from "./context.js";
import { originOf } from "./origin.js";
import { createScope } from "../names/identifiers.js";
import { isUnsafeValue } from "../names/reserved.js";
import { joinPascal, lowerFirstWord, splitWords } from "../names/letter-case.js";
import type { Server } from "../ir/api.js";

/** Servers with their keys, in the order written. */
export function buildServers(
  written: readonly ServerObject[],
  what: "server" | "server of an operation",
  build: BuildContext,
): readonly Server[] {
  const scope = createScope();
  return written
    .filter(({ url }) => typeof url === "string")
    .map((server, index) => ({
      key: scope.take([keyFrom(server) ?? `server${index + 1}`]),
      url: server.url,
      description: server.description,
      lifecycle: lifecycleOf(server, what, build),
      variables: variablesOf(server),
    }));
}

/** The variables that are described, then those that the URL has besides. */
function variablesOf({ url, variables = {} }: ServerObject): Server["variables"] {
  const described = Object.entries(variables).map(([name, variable]) => ({
    name,
    default: variable.default,
    values: variable.enum,
    description: variable.description,
  }));
  const others = undescribedVariables(url, variables);
  return [...described, ...others.map((name) => ({ name, default: undefined, values: undefined, description: undefined }))];
}

/** Read once: each operation of a path has the servers of the path. */
function lifecycleOf(server: ServerObject, what: "server" | "server of an operation", build: BuildContext): Server["lifecycle"] {
  return build.once("server", server, () => {
    readRawMembers(server, "variables", "server variable", build);
    return readDatedLifecycle(server, originOf(server, build.resolved), build, { what, name: server.url });
  });
}

/** Words that any server's description may have, and that do not distinguish servers. */
const noise: ReadonlySet<string> = new Set(
  "a the our main server servers environment env endpoint endpoints api url base host instance".split(" "),
);

/** 3.2's name, else a description that is a word or three: "Production server (live data)" -> "production". */
function keyFrom({ name, description }: ServerObject): string | undefined {
  const said = splitWords(name ?? description?.replace(/\([^)\n]*(\)?)/g, (text, end) => (end === "" ? text : "")) ?? "");
  const distinctive = name === undefined ? said.filter((word) => !noise.has(word.toLowerCase())) : said;
  if (distinctive.length === 0 || distinctive.length > 3) return undefined;
  const key = lowerFirstWord(joinPascal(distinctive.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))));
  return /^[a-z]/.test(key) && key.length <= 32 && !isUnsafeValue(key) ? key : undefined;
}
