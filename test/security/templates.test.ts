/**
 * What templates are given of a hostile description, member by member: each stays what its kind says, in every place in which it may stand.
 * A template that somebody has taken over can so put it there without a thought.
 */
import { beforeAll, describe, expect, test } from "vitest";
import ts from "typescript";
import { allParts } from "../../src/emit/emitters.js";
import type { OwnTemplate, OwnTemplates } from "../../src/emit/print/template.js";
import { templateNames, views, type Member, type Members, type TemplateName } from "../../src/emit/print/views.js";
import { emit } from "../../src/emit/emit.js";
import { planStubs } from "../../src/stubs/plan-stubs.js";
import type { Api } from "../../src/model/ir/api.js";
import { generateTexts } from "../support/pipeline.js";
import { payloads, strangers } from "./payloads.js";
import { describeWith, places, type Place } from "./places.js";

/** A member as it was given, with where it was. */
interface Given {
  readonly path: string;
  readonly kind: Member["kind"];
  readonly value: unknown;
}

const everyPlace = Object.keys(places) as Place[]; // the keys of a constant
const families: Readonly<Record<string, unknown>> = {
  ...payloads,
  ...strangers,
  script: "</script><script>PWN()</script>",
  both: "/ globalThis.PWN = 1; *",
};
const texts = Object.entries(families).flatMap(([family, text]) => (typeof text === "string" ? [{ family, text }] : []));

/** All that templates are given of an API. */
async function givenOf(api: Api): Promise<readonly Given[]> {
  const given: Given[] = [];
  const own: OwnTemplates = new Map(
    templateNames.map((name): [TemplateName, OwnTemplate] => {
      const fill = (view: object): string => {
        given.push(...membersOf(name, views[name].members, view));
        // A name that several files export is given to the index.
        return name === "handler" ? "handler() {}," : "export const same = 1;";
      };
      return [name, { fill, locals: [] }];
    }),
  );
  await emit(api, { parts: new Set(allParts), source: "a", command: "b", templates: own });
  await planStubs(api, new Map(), { module: "../api/index.ts", importExtension: "js", templates: own });
  return given;
}

function membersOf(path: string, members: Members, view: object): readonly Given[] {
  expect(Object.keys(view).sort(), path).toEqual(Object.keys(members).sort());
  const values = new Map(Object.entries(view) as readonly (readonly [string, unknown])[]);
  return Object.entries(members).flatMap(([name, member]): readonly Given[] => {
    const value = values.get(name);
    const own = { path: `${path}.${name}`, kind: member.kind, value };
    if (member.kind !== "list") return [own];
    return [own, ...(value as readonly object[]).flatMap((item) => membersOf(own.path, member.members, item))];
  });
}

/** Tokens of a text that are neither comments nor blanks; undefined where something in it is not closed. */
function tokensOf(text: string): readonly { readonly kind: ts.SyntaxKind; readonly text: string }[] | undefined {
  const errors: string[] = [];
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text, ({ category, message }) => {
    if (category === ts.DiagnosticCategory.Error) errors.push(message);
  });
  const tokens = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan())
    tokens.push({ kind, text: scanner.getTokenText() });
  return errors.length > 0 ? undefined : tokens;
}

const namesIn = (text: string): readonly string[] | undefined =>
  tokensOf(text)?.flatMap((token) => (token.kind === ts.SyntaxKind.Identifier ? [token.text] : []));

/** What is wrong with a member. */
function faultOf({ kind, value }: Given): string | undefined {
  if (kind === "list") return Array.isArray(value) ? undefined : "is no list";
  if (kind === "flag") return typeof value === "boolean" ? undefined : "is no flag";
  if (typeof value !== "string") return "is no text";
  if (kind === "name") return /^[A-Za-z_$][\w$]*$/.test(value) ? undefined : "is no name";
  if (kind === "comment") return commentFault(value);
  // Behind it, code goes on as it was: a name is a name, and what is hostile in it is text or a comment.
  const names = namesIn(`x ${value} AFTER`);
  if (names?.at(-1) !== "AFTER") return "ends in another place than code";
  return names.includes("PWN") ? "is hostile code" : undefined;
}

function commentFault(value: string): string | undefined {
  const around = [
    `/*${value}*/`,
    `/*${value}/ */`,
    `/* *${value} */`,
    `// ${value}\n`,
    `//${value}\n`,
    `/** ${value} */`,
    `/**\n * ${value}\n */`,
  ];
  if (around.some((text) => tokensOf(text)?.length !== 0)) return "leaves a comment";
  if (/[\n\r\u0085\u2028\u2029]/.test(value)) return "has several lines";
  return /(?<![\w.-])@\w|#__|#\s*source/i.test(value) ? "is a tag" : undefined;
}

describe("what templates are given", () => {
  const given: Given[] = [];

  beforeAll(async () => {
    for (const { text } of texts) {
      // Where it is refused in all places together, half of them may take it.
      for (const those of [
        everyPlace,
        ["info.title"] as const,
        everyPlace.filter((_, index) => index % 2 === 0),
        everyPlace.filter((_, index) => index % 3 === 0),
      ]) {
        const { api, diagnostics } = await generateTexts({
          "openapi.json": JSON.stringify(describeWith(new Map(those.map((place) => [place, text])))),
        });
        if (api === undefined || diagnostics.some(({ severity }) => severity === "error")) continue;
        given.push(...(await givenOf(api)));
      }
    }
    for (const { family, text } of texts) given.push(...(await givenOf(await shop(text, family))));
  }, 300_000);

  /** A description whose words of all kinds are hostile, with what the one of `places` lacks. */
  async function shop(text: string, family: string): Promise<Api> {
    // A body that two operations answer.
    const same = {
      responses: { 200: { description: text, content: { "application/json": { schema: { $ref: "#/components/schemas/Same" } } } } },
    };
    const description = {
      openapi: "3.1.0",
      info: { title: `Shop ${text}`, version: text, description: text },
      servers: [{ url: "https://example.com", description: text }],
      tags: [{ name: text, description: text }],
      security: [{ [text]: [] }],
      paths: {
        [`/${text.replace(/[{}?#/\\]/g, "")}`]: {
          get: {
            operationId: text,
            summary: text,
            description: text,
            tags: [text],
            deprecated: true,
            responses: { 204: { description: text } },
          },
        },
        "/same": { get: same, put: same },
      },
      components: {
        schemas: { Same: { type: "object", required: ["name"], properties: { name: { type: "string", const: text } } } },
        securitySchemes: { [text]: { type: "apiKey", in: "header", name: "X-Key", description: text } },
      },
    };
    const { api, diagnostics } = await generateTexts({ "openapi.json": JSON.stringify(description) });
    if (api !== undefined) return api;
    // Some families are no names of anything.
    const plain = {
      ...description,
      security: [],
      components: {},
      paths: { "/pets": { get: { operationId: "x", summary: text, responses: {} } } },
    };
    const second = await generateTexts({ "openapi.json": JSON.stringify(plain) });
    if (second.api === undefined) throw new Error(`${family}: ${diagnostics.map(({ message }) => message).join(" ")}`);
    return second.api;
  }

  test("stays what it is, for each member and each text", () => {
    const faults = new Set(
      given.flatMap((each) => {
        const fault = faultOf(each);
        return fault === undefined ? [] : [`${each.path} ${fault}: ${String(each.value).slice(0, 200)}`];
      }),
    );
    expect([...faults].slice(0, 10)).toEqual([]);
  });

  test("was tried for every member of every view", () => {
    const all = (path: string, members: Members): readonly string[] =>
      Object.entries(members).flatMap(([name, member]) => [
        `${path}.${name}`,
        ...(member.kind === "list" ? all(`${path}.${name}`, member.members) : []),
      ]);
    const tried = new Set(given.map(({ path }) => path));
    expect(templateNames.flatMap((name) => all(name, views[name].members)).filter((path) => !tried.has(path))).toEqual([]);
    expect(given.length).toBeGreaterThan(1000);
  });
});
