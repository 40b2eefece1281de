import type { Json, SourceFile } from "../../source/source-file.js";
import { dialectOf, standardDialect, type Dialect } from "./dialect.js";
import { mayIdentify } from "./schema-identifiers.js";
import type { DescriptionFile, Version } from "./document-location.js";
import { isObject } from "../rules/rule.js";
import { declaredVersion } from "../versions/version.js";

/** A file as it is read; `referrer` is the first that refers to it, whose version it takes when it declares none. */
export function createDescriptionFile(
  source: SourceFile,
  version: Version,
  referrer: DescriptionFile | undefined,
  dialects: ReadonlyMap<string, Dialect>,
): DescriptionFile {
  const isDescription = declaredVersion(source.value) !== undefined;
  const named = dialectNamed(source.value, isDescription, dialects);
  const inherited = referrer?.version === version && !isDescription && !isWholeDescription(referrer) ? referrer.dialect : undefined;
  const dialect = named ?? inherited ?? dialectOf(version, isDescription);
  const identifying = source.text === "" || mayIdentify(source.text) || (dialect.id && /\bid\b/.test(source.text));
  const base = (isDescription && version === "3.2" ? selfOf(source) : undefined) ?? source.base ?? source.uri;
  return { source, version, base, dialect, identifying };
}

/** The URI that a document gives itself, relative to where it was read; it has no fragment (OAS 3.2, RFC 3986 5.1.1). */
function selfOf({ value, uri, base = uri }: SourceFile): string | undefined {
  const self = isObject(value) ? value["$self"] : undefined;
  return typeof self === "string" && URL.canParse(self, base) ? new URL(self, base).href.replace(/#.*/s, "") : undefined;
}

function isWholeDescription(file: DescriptionFile): boolean {
  return declaredVersion(file.source.value) !== undefined;
}

/** `jsonSchemaDialect` of a description (3.1 and later), `$schema` of a schema. */
function dialectNamed(value: Json, isDescription: boolean, dialects: ReadonlyMap<string, Dialect>): Dialect | undefined {
  const uri = isObject(value) ? value[isDescription ? "jsonSchemaDialect" : "$schema"] : undefined;
  return typeof uri === "string" ? (standardDialect(uri) ?? dialects.get(uri)) : undefined;
}
