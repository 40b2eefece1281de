/** What is listed for a status: for its code, its range, or by `default`. */
export function ofStatus<T>(listed: { readonly [status: string]: T }, status: number): T | undefined {
  return listed[status] ?? listed[`${Math.floor(status / 100)}XX`] ?? listed["default"];
}
