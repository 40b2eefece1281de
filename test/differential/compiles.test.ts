/** What is emitted for random schemas compiles, with the flags of a project that has every one of them on. */
import ts from "typescript";
import { expect, test } from "vitest";
