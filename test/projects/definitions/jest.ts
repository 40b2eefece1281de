import { askProgram } from "../ask.js";
import type { Project } from "../project.js";

function jest(name: string, title: string, imports: Project["imports"]): Project {
  return { name, title, of: "jest", imports, types: [["npx", "tsc"]], ask: askProgram(["npm", "--silent", "test"]) };
}

export const jestTs = jest("jest-ts", "Jest, ts-jest, CommonJS", "");
export const jestEsm = jest("jest-esm", "Jest, ts-jest, ESM", ".js");
export const jestBabel = jest("jest-babel", "Jest, Babel", "");
export const jestSwc = jest("jest-swc", "Jest, SWC", "");
