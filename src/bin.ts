#!/usr/bin/env node
import { run } from "./cli/run.js";
import { nodeIo } from "./io-node.js";

process.exitCode = await run(process.argv.slice(2), nodeIo());
