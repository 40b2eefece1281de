import type { Content, Header, Operation, Parameter, RequestBody, Response } from "../../model/ir/types.js";
import { code, literal, trusted, typeKey, type Code } from "../print/code.js";
import { lifecycleTags } from "../doc/operation-doc.js";
import type { DeclarationWriter } from "./declaration-writer.js";
import type { TypeBuilder } from "./object-type.js";
import { writeType } from "./print-type.js";
import type { TypeContext } from "./schema-facts.js";
import { proseDoc, sharedDoc, sharedParameterDoc, unlessEmpty, valueDoc } from "./type-doc.js";
import { anything, keyword, type TypeNode } from "./type-node.js";

/** Where binary strings may be a `Blob`, and where they are text. */
const inForm: TypeContext = { bytes: true, declared: () => undefined };
const inText: TypeContext = { bytes: false, declared: () => undefined };

/** Writes an operation as a member of `operations`. */
export function writeOperation(operation: Operation, builder: TypeBuilder, to: DeclarationWriter): void {
  const { body, responses } = operation;
  to.member(typeKey(operation.names.key), unlessEmpty({ tags: lifecycleTags(builder.api, operation.doc, "types") }), () => {
    to.braces(() => {
      writeParameters(operation.parameters, builder, to);
      if (body !== undefined) writeBodyMember(body, builder, to);
      to.member(code`responses`, undefined, () => {
        to.braces(() => {
          for (const response of responses) writeResponseMember(response, builder, to);
          // One of which no response is described may give any, without a body that is known.
          if (responses.length === 0)
            to.member(code`default`, undefined, () => {
              writeResponse({ headers: [], contents: [] }, builder, to);
            });
        });
      });
    });
  });
}

// ---------------------------------------------------------------------------------------------------- parameters

const locations = ["query", "header", "path", "querystring", "cookie"] as const satisfies readonly Parameter["in"][];

function writeParameters(parameters: readonly Parameter[], builder: TypeBuilder, to: DeclarationWriter): void {
  to.member(code`parameters`, undefined, () => {
    to.braces(() => {
      // Where there is none, `query?: never` stays: openapi-fetch takes its absence for any query.
      if (parameters.length === 0)
        to.member(code`query?`, undefined, () => {
          to.word(code`never`);
        });
      for (const location of locations) {
        const own = parameters.filter((parameter) => parameter.in === location);
        if (own.length > 0) writeLocation(location, own, builder, to);
      }
    });
  });
}

function writeLocation(location: Parameter["in"], parameters: readonly Parameter[], builder: TypeBuilder, to: DeclarationWriter): void {
  // The whole query string is one value.
  if (location === "querystring") {
    for (const parameter of parameters) writeParameterMember(code`querystring`, parameter, builder, to);
    return;
  }
  const isOptional = parameters.every(isOptionalParameter);
  to.member(optionally(trusted(location), isOptional), undefined, () => {
    to.braces(() => {
      for (const parameter of parameters) writeParameterMember(typeKey(parameter.name), parameter, builder, to);
    });
  });
}

function isOptionalParameter({ in: location, required }: Parameter): boolean {
  return location !== "path" && !required;
}

function writeParameterMember(key: Code, parameter: Parameter, builder: TypeBuilder, to: DeclarationWriter): void {
  const about = parameter.component === undefined ? valueDoc(builder.api, parameter) : sharedParameterDoc(builder.api, parameter);
  to.member(optionally(key, isOptionalParameter(parameter)), unlessEmpty(about), () => {
    if (parameter.component === undefined) writeParameter(parameter, builder, to);
    else to.word(componentType("parameters", parameter.component));
  });
}

export function writeParameter({ schema }: Parameter, builder: TypeBuilder, to: DeclarationWriter): void {
  writeType(builder.typeOf(schema, inText), to);
}

// -------------------------------------------------------------------------------------------------------- bodies

function writeBodyMember(body: RequestBody, builder: TypeBuilder, to: DeclarationWriter): void {
  const about = body.component === undefined ? proseDoc(builder.api, body.doc) : sharedDoc(builder.api, body.doc.lifecycle);
  to.member(optionally(code`requestBody`, !body.required), unlessEmpty(about), () => {
    if (body.component === undefined) writeBody(body, builder, to);
    else to.word(componentType("requestBodies", body.component));
  });
}

export function writeBody({ contents }: RequestBody, builder: TypeBuilder, to: DeclarationWriter): void {
  to.braces(() => {
    to.member(code`content`, undefined, () => {
      to.braces(() => {
        if (contents.length === 0)
          to.member(code`"*/*"?`, undefined, () => {
            to.word(code`never`);
          });
        writeContents(contents, builder, to);
      });
    });
  });
}

function writeContents(contents: readonly Content[], builder: TypeBuilder, to: DeclarationWriter): void {
  for (const content of new Map(contents.map((each) => [each.mediaType, each])).values()) {
    const { lifecycle } = content;
    const doc = lifecycle === undefined ? undefined : unlessEmpty(proseDoc(builder.api, { lifecycle }));
    to.member(typeKey(content.mediaType), doc, () => {
      writeType(contentType(content, builder), to);
    });
  }
}

/** What a media type carries. Bytes are a `Blob` whatever the description calls them; text without a schema is a string. */
function contentType({ codec, schema }: Content, builder: TypeBuilder): TypeNode {
  if (codec === "binary") return keyword("Blob");
  if (schema === undefined) return codec === "text" ? keyword("string") : anything;
  return builder.typeOf(schema, codec === "form" || codec === "multipart" ? inForm : inText);
}

// ----------------------------------------------------------------------------------------------------- responses

function writeResponseMember(response: Response, builder: TypeBuilder, to: DeclarationWriter): void {
  const about = response.component === undefined ? proseDoc(builder.api, response.doc) : sharedDoc(builder.api, response.doc.lifecycle);
  to.member(statusKey(response.status), unlessEmpty(about), () => {
    if (response.component === undefined) writeResponse(response, builder, to);
    else to.word(componentType("responses", response.component));
  });
}

/** "200" is a number, as openapi-fetch has it. */
function statusKey(status: string): Code {
  return /^[1-9]\d\d$/.test(status) ? trusted(status) : typeKey(status);
}

export function writeResponse(
  { headers, contents }: Pick<Response, "headers" | "contents">,
  builder: TypeBuilder,
  to: DeclarationWriter,
): void {
  to.braces(() => {
    if (headers.length > 0) {
      to.member(code`headers`, undefined, () => {
        to.braces(() => {
          for (const header of new Map(headers.map((each) => [each.name, each])).values()) writeHeaderMember(header, builder, to);
        });
      });
    }
    // Where there is none, `content?: never` stays: openapi-fetch looks at it.
    if (contents.length === 0)
      to.member(code`content?`, undefined, () => {
        to.word(code`never`);
      });
    else {
      to.member(code`content`, undefined, () => {
        to.braces(() => {
          writeContents(contents, builder, to);
        });
      });
    }
  });
}

function writeHeaderMember(header: Header, builder: TypeBuilder, to: DeclarationWriter): void {
  const about =
    header.component === undefined
      ? valueDoc(builder.api, header)
      : sharedDoc(builder.api, header.doc.lifecycle ?? header.schema.doc.lifecycle);
  to.member(optionally(typeKey(header.name), !header.required), unlessEmpty(about), () => {
    if (header.component === undefined) writeHeader(header, builder, to);
    else to.word(componentType("headers", header.component));
  });
}

export function writeHeader({ schema }: Header, builder: TypeBuilder, to: DeclarationWriter): void {
  writeType(builder.typeOf(schema, inText), to);
}

function optionally(key: Code, isOptional: boolean): Code {
  return isOptional ? code`${key}?` : key;
}

// ------------------------------------------------------------------------------------------------ what is shared

/** A section of `components` that operations refer to. */
export type Section = "responses" | "parameters" | "requestBodies" | "headers";

function componentType(section: Section, name: string): Code {
  return code`components[${literal(section)}][${literal(name)}]`;
}
