import type { Operation, OperationParameters, Parameter } from "../../templates/runtime/shared/operation.js";

/** A parameter as OpenAPI writes it, with where it stands. */
export interface LocatedParameter extends Parameter {
  readonly in: keyof OperationParameters;
}

/** Parameters by location, as descriptors have them. */
export function located(parameters: readonly LocatedParameter[]): OperationParameters {
  const at = (location: LocatedParameter["in"]): readonly Parameter[] =>
    parameters.filter((each) => each.in === location).map(({ in: _, ...parameter }) => parameter);
  const [querystring] = at("querystring");
  return {
    path: at("path"),
    query: at("query"),
    header: at("header"),
    cookie: at("cookie"),
    ...(querystring === undefined ? {} : { querystring }),
  };
}

/** The parameter of an operation that has one. */
export function onlyParameter({ parameters = {} }: Pick<Operation, "parameters">): LocatedParameter {
  for (const location of ["path", "query", "header", "cookie", "querystring"] as const) {
    const [found] = [parameters[location] ?? []].flat();
    if (found !== undefined) return { ...(typeof found === "string" ? { name: found } : found), in: location };
  }
  throw new Error("The operation has no parameter");
}
