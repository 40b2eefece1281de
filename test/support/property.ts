/**
 * fast-check, drawing the same values in every run, so that a failure is of the change at hand; `SUNDIAL_SEED` draws others.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["SUNDIAL_SEED"] ?? 20_301_205) });

export default fc;
