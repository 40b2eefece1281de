#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { refuseNode } from "./cli/refuse-node.js";
import { nodeIo, outliveReaders, watchForEnd } from "./io-node.js";

const io = nodeIo();
// Ahead of all else: what an old Node lacks would look like a bug of ours.
const refusal = refuseNode(process.versions, io);
if (refusal !== undefined) process.exit(refusal);

// V8 11 optimises what has run for a few milliseconds; a run is over before that pays. With six times the patience a description
// of 4 MB costs a third less CPU time. Later versions wait that long by themselves, and know no such flag.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=400000");

const { cannotPrint, run, endedEarly } = await import("./cli/run.js");
const streams = outliveReaders((error) => cannotPrint(error, io));
const end = watchForEnd(() => endedEarly(io));
process.exitCode = streams.codeAfter(await run(process.argv.slice(2), io));
end.over();
