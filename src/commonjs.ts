/** The library for programs in CommonJS, also where nothing but Node itself would take a required ES module. */
import type * as library from "./index.js";

export { defineConfig } from "./config/config.js";
export { presets } from "./presets/index.js";

export const generate: typeof library.generate = async (options) => (await import("./index.js")).generate(options);

export const check: typeof library.check = async (options) => (await import("./index.js")).check(options);
