/** Each project of the tests starts what is set up for all of them: the first does it. Returns whether this is the first. */
export function isFirst(what: string): boolean {
  const variable = `SUNDIAL_TEST_HAS_${what}`;
  if (process.env[variable] === String(process.pid)) return false;
  process.env[variable] = String(process.pid);
  return true;
}
