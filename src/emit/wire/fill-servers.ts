import type { Api, Server } from "../../model/ir/api.js";

/** The function of `runtime/client.ts` that fills in the variables of URLs, where a server has some: the least that will do. */
export function serverFiller({ servers, operations }: Api): "fillVariables" | "fillNeededVariables" | "fillCheckedVariables" | undefined {
  // Those of operations are filled in with what the description says.
  const own = operations.flatMap((operation) => operation.servers ?? []);
  const variables = [...servers, ...own].flatMap((server) => server.variables);
  if (variables.length === 0) return undefined;
  if (servers.some(mayLeadElsewhere)) return "fillCheckedVariables";
  return variables.some(({ default: usual }) => usual === undefined) ? "fillNeededVariables" : "fillVariables";
}

/** Whether a value for a variable may make another host of the URL, or a host of its path. Who gives all of a host, or of a URL, means that one. */
function mayLeadElsewhere({ url, variables }: Server): boolean {
  return variables.some(({ name, values }) => {
    if (values !== undefined) return false;
    return url.split(`{${name}}`).some((_, index, texts) => {
      const before = texts.slice(0, index + 1).join(`{${name}}`);
      const after = texts.slice(index + 1).join(`{${name}}`);
      return index < texts.length - 1 && !isHarmless(before, after);
    });
  });
}

function isHarmless(before: string, after: string): boolean {
  const isAll = before === "" || /^[^/{}]*\/\/$/.test(before);
  if (isAll) return /^(?:\/(?!\/)|$)/.test(after);
  // In the path of a URL with a host, and in a path after text of its own.
  return /^[^/]*\/\/[^/]+\//.test(before) || /^\/[^/{}]+\//.test(before);
}
