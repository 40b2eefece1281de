/** The types of commonjs.ts, as a compiler sees them that does not take an ES module for required. */
import type * as library from "./index.js" with { "resolution-mode": "import" };

export type * from "./index.js" with { "resolution-mode": "import" };

export declare const defineConfig: typeof library.defineConfig;
export declare const presets: typeof library.presets;
export declare const generate: typeof library.generate;
export declare const check: typeof library.check;
