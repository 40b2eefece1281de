/**
 * Media types by their codec, in types: those of `codecOf`, and what text is read as.
 */

type Text =
  | `${"" | "x-"}${"yaml" | "yml" | "toml" | "javascript" | "ecmascript" | "typescript" | "sh" | "sql" | "graphql" | "pem-file"}`
  | "jwt"
  | "jose"
  | "rtf"
  | `${string}+${"yaml" | "jwt"}`;

/** The media types of the codec `lines`. Some end like JSON, and a parameter may follow: this is asked first. */
export type LinesType =
  | `application/${"" | "x-"}${"ndjson" | "jsonl" | "jsonlines"}${string}`
  | `application/${string}json-seq${string}`
  | `application/${"json-lines" | "stream+json" | "x-json-stream"}${string}`;
/** All items of lines or events: a described list is all of them, anything else is one. */
export type ItemsOf<T> = [Extract<T, readonly unknown[]>] extends [never] ? readonly T[] : Extract<T, readonly unknown[]>;
/** The media types of the codec `xml`. */
export type XmlType = `${string}/xml` | `${string}+xml` | `${string}xml;${string}`;
/** Those of the codec `text`; some beginning with `text/` are of another one. */
export type TextType = `text/${string}` | `application/${Text}` | `application/${Text};${string}`;
/** What text of a media type is read as. Of a list or an object only programs know how it is written. */
export type ReadText<T> = unknown extends T ? string : T extends object ? string : T;
