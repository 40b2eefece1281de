#!/usr/bin/env node
import { nodeIo } from "./io-node.js";
import { typesThread } from "./types-thread.js";

const argv = process.argv.slice(2);
const startPrinter = typesThread();
// Before anything else is loaded: it has by far the most to load, and `generate` always needs it.
if (argv[0] === "generate" && !argv.includes("--help")) startPrinter();
const { run } = await import("./cli/run.js");
process.exitCode = await run(argv, nodeIo(), startPrinter);
