#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { nodeIo, outliveReaders } from "./io-node.js";
import { typesThread } from "./types-thread.js";

// V8 11 optimises what has run for a few milliseconds; a run is over before that pays. With six times the patience a description
// of 4 MB costs a third less CPU time. Later versions wait that long by themselves, and know no such flag.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=400000");

outliveReaders();

const argv = process.argv.slice(2);
const startPrinter = typesThread();
// Before anything else is loaded: it has by far the most to load, and `generate` always needs it.
if (argv[0] === "generate" && !argv.includes("--help")) startPrinter();
const { run } = await import("./cli/run.js");
process.exitCode = await run(argv, nodeIo(), startPrinter);
