/**
 * Media types whose bytes are text, in types: those of `codecOf`, and what their text is read as.
 */

type Text =
  | `${"" | "x-"}${"yaml" | "yml" | "toml" | "javascript" | "ecmascript" | "typescript" | "sh" | "sql" | "graphql" | "pem-file"}`
  | "jwt"
  | "jose"
  | "rtf"
  | `${string}+${"yaml" | "jwt"}`;

/** The media types of the codec `xml`. */
export type XmlType = `${string}/xml` | `${string}+xml` | `${string}xml;${string}`;
/** Those of the codec `text`; some beginning with `text/` are of another one. */
export type TextType = `text/${string}` | `application/${Text}` | `application/${Text};${string}`;
/** What text of a media type is read as. Of a list or an object only programs know how it is written. */
export type ReadText<T> = unknown extends T ? string : T extends object ? string : T;
