/**
 * What the wire needs to know of an operation, as data. The generated `operations.ts` holds one of these per operation;
 * the client serialises by it, the server decodes by it.
 */

export interface Operation {
  /** Its name in the generated code: "getPet". */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** Path template as described: "/pets/{petId}". */
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody;
  /** Media types of each response, by "200", "4XX", "default"; an empty list where there is no body. */
  readonly responses: { readonly [status: string]: readonly string[] };
  /** Alternatives of schemes that apply together; absent or empty: no credential. */
  readonly security?: readonly (readonly string[])[];
  /** Base URLs of this operation's own, when it has them. */
  readonly servers?: readonly Server[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly required?: true;
  /** OpenAPI's default when absent: `simple` in paths and headers, `form` in queries and cookies. */
  readonly style?: "matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "cookie";
  /** OpenAPI's default when absent: true for `form`, `deepObject` and `cookie`, else false. */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** The value is encoded as this media type, and `style` says nothing. */
  readonly content?: string;
}

export interface RequestBody {
  readonly required?: true;
  /** Media types in the order described; the first is sent unless the caller chooses. */
  readonly content: { readonly [mediaType: string]: { readonly encoding?: { readonly [property: string]: Encoding } } };
}

export interface Encoding {
  readonly contentType?: string;
  readonly style?: Parameter["style"];
  readonly explode?: boolean;
  readonly allowReserved?: true;
}

export interface Server {
  readonly url: string;
  readonly variables?: { readonly [name: string]: { readonly default: string; readonly values?: readonly string[] } };
}
