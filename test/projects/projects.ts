/** Every project, in the order of the table. */
import { angular } from "./definitions/angular.js";
import { bun } from "./definitions/bun.js";
import { deno } from "./definitions/deno.js";
import { expo } from "./definitions/expo.js";
import { express } from "./definitions/express.js";
import { fastify } from "./definitions/fastify.js";
import { hono } from "./definitions/hono.js";
import { jestBabel, jestEsm, jestSwc, jestTs } from "./definitions/jest.js";
import { nest } from "./definitions/nest.js";
import { nextTurbopack, nextWebpack } from "./definitions/next.js";
import { node22 } from "./definitions/node-22.js";
import { node24 } from "./definitions/node-24.js";
import { pnpm } from "./definitions/pnpm.js";
import { svelte } from "./definitions/svelte.js";
import { vite } from "./definitions/vite.js";
import { worker } from "./definitions/worker.js";
import { yarn } from "./definitions/yarn.js";
import type { Project, Unavailable } from "./project.js";

export const projects: readonly Project[] = [
  ...[nextTurbopack, nextWebpack, vite, express, fastify, hono, nest],
  ...[deno, node22, node24, bun, worker],
  ...[angular, expo, pnpm, yarn],
  ...[jestTs, jestEsm, jestBabel, jestSwc, svelte],
];

/** Makers' starters that are downloaded from their repositories. */
export const unavailable: readonly Unavailable[] = [
  { title: "Nuxt", reason: "create-nuxt downloads its starter" },
  { title: "Astro", reason: "create-astro downloads its starter" },
  { title: "React Router", reason: "create-react-router downloads its starter" },
  { title: "Expo on a device", reason: "the bundles for Android and iOS are built, and there is neither to run them" },
];
