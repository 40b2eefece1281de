import { objects, type KindRule } from "./objects.js";
import type { Kind } from "./rule.js";

export const swaggerObjects: Readonly<Record<Kind, KindRule>> = objects;
