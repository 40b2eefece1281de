import { askServer, readPage } from "../ask.js";
import { demandAnswers } from "../mounted.js";
import type { Command, Project } from "../project.js";

function next(name: string, title: string, build: Command): Project {
  return {
    name,
    title,
    files: "next",
    of: "next",
    starter: {
      package: "create-next-app@16",
      // prettier-ignore
      command: [
        "create-next-app", "{folder}", "--yes", "--ts", "--app", "--empty", "--src-dir", "--import-alias", "@/*",
        "--no-eslint", "--no-tailwind", "--no-react-compiler", "--skip-install", "--disable-git", "--use-npm",
      ],
    },
    imports: "",
    serves: true,
    types: [
      ["npx", "next", "typegen"],
      ["npx", "tsc", "--noEmit"],
    ],
    build: [build],
    ask: askServer({
      command: ["npx", "next", "start", "--port", "{port}"],
      mounted: "/v1",
      // In a component of the browser, too.
      also: async (origin, place) => {
        demandAnswers(await readPage(origin, place));
      },
    }),
  };
}

export const nextTurbopack = next("next-turbopack", "Next.js 16, Turbopack", ["npx", "next", "build"]);
export const nextWebpack = next("next-webpack", "Next.js 16, webpack", ["npx", "next", "build", "--webpack"]);
