import type { Rule } from "../compare-schema.js";
import { compareBound, compareWord } from "./bound.js";

/** Lengths, patterns and formats of strings. */
export const stringRule: Rule = ({ string: before }, { string: now }, course) => {
  if (before === undefined && now === undefined) return;
  compareBound("minLength", "least length", true, [before?.minLength, now?.minLength], course, 0);
  compareBound("maxLength", "greatest length", false, [before?.maxLength, now?.maxLength], course);
  compareWord("pattern", "pattern", before?.pattern, now?.pattern, course);
  compareWord("format", "format", before?.format, now?.format, course);
  compareWord("contentEncoding", "encoding", before?.contentEncoding, now?.contentEncoding, course);
  compareWord("contentMediaType", "media type", before?.contentMediaType, now?.contentMediaType, course);
  if (before?.binary !== now?.binary) course.say("binary", "other", now?.binary === true ? "is raw bytes now" : "is no longer raw bytes");
};
