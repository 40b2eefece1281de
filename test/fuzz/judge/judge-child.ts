/** The process in which cases are judged: it may hang, run out of memory or end, and whoever started it sees it. */
import type { FuzzCase } from "../cases/fuzz-case.js";
import { answerCases } from "./child-answers.js";
import { judgeCase } from "./judge-case.js";
import { readKnownDeeds } from "./known-deeds.js";

const known = readKnownDeeds();

answerCases((given: FuzzCase) => judgeCase(given, known, given.files.length > 1 || given.index % 4 === 0));
