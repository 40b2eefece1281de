/** Parameters go over the wire and come out as they were; what nobody writes is refused with a reason, or is something that the schema allows. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Server } from "node:http";
import type { Api } from "../../../src/model/ir/api.js";
import { loadProgram, type GeneratedProgram } from "../../e2e/roundtrip/module.js";
import { generateTexts } from "../../support/pipeline.js";
import { seeded } from "../../support/sample-text.js";
import { validatorsOf } from "../../support/validators.js";
import { randomParameter, randomParameterValue, randomRaw, type RandomParameter } from "./random-parameters.js";

const seed = Number(process.env["SUNDIAL_SEED"] ?? 1);
const random = seeded(seed);
const parameters = Array.from({ length: 60 }, () => randomParameter(random));

type Received = { readonly [place in RandomParameter["in"]]: Readonly<Record<string, unknown>> };
let api: Api;
let program: GeneratedProgram;
let baseUrl: string;
let server: Server;
let received: Received | undefined;
let failure: unknown;

beforeAll(async () => {
  const paths = parameters.map((parameter, index) => {
    const path = `/p${String(index)}${parameter.in === "path" ? "/{value}" : ""}`;
    return [path, { get: { operationId: `op${String(index)}`, parameters: [parameter], responses: { "204": { description: "Done." } } } }];
  });
  const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: Object.fromEntries(paths) as object };
  const generated = await generateTexts({ "openapi.json": JSON.stringify(description) }, undefined, { name: "api" });
  if (generated.api === undefined) throw new Error(generated.diagnostics.map(({ message }) => message).join("\n"));
  api = generated.api;
  program = await loadProgram(api, generated.files);
  const handler = (request: unknown): unknown => {
    received = request as Received; // what generated servers give their handlers
    return { status: 204 };
  };
  const handlers = Object.fromEntries(api.operations.map(({ names }) => [names.value, handler]));
  ({ server, baseUrl } = await program.serve({ handlers, onError: (error) => void (failure = error) }));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** What is called like what every object has is `undefined` where it was not sent. */
const withoutAbsent = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
    : value;

test("what a client sends is what a handler gets", async () => {
  const client = program.createClient(baseUrl);
  const faults: string[] = [];
  for (const [index, parameter] of parameters.entries()) {
    for (let count = 0; count < 6; count += 1) {
      const value = randomParameterValue(random, parameter);
      [received, failure] = [undefined, undefined];
      const result = await program.call(api.operations[index]?.names.value ?? "", client, { [parameter.in]: { [parameter.name]: value } });
      const got = (received as Received | undefined)?.[parameter.in][parameter.name];
      if (failure !== undefined || !isDeepStrictEqual(withoutAbsent(got), value))
        faults.push(
          `${JSON.stringify(parameter)}: sent ${JSON.stringify(value)}, got ${JSON.stringify(got ?? result.error)} ${String(failure)}`,
        );
    }
  }
  expect(faults.slice(0, 5)).toEqual([]);
});

test("what is sent wrongly is refused with a reason, or is valid", async () => {
  const { validator } = await validatorsOf(api);
  const faults: string[] = [];
  const counts = { refused: 0, taken: 0 };
  for (const [index, parameter] of parameters.entries()) {
    const { names } = api.operations[index] ?? {};
    for (let count = 0; count < 10; count += 1) {
      const raw = randomRaw(random);
      const path = { path: `/${raw}`, query: `?${random() < 0.6 ? "value=" : ""}${raw}`, header: "", cookie: "" }[parameter.in];
      const text = encodeURI(raw); // no byte that a header may not hold
      const headers = {
        ...(parameter.in === "header" ? { "x-value": text } : {}),
        ...(parameter.in === "cookie" ? { cookie: `value=${text}` } : {}),
      };
      [received, failure] = [undefined, undefined];
      const response = await fetch(`${baseUrl}/p${String(index)}${path}`, { headers });
      const told = `${JSON.stringify(parameter)}: ${path} ${JSON.stringify(headers)} ${String(response.status)} ${String(failure)}`;
      if (failure !== undefined || ![204, 400, 404].includes(response.status)) faults.push(told);
      else if (response.status === 400) {
        counts.refused += 1;
        const { detail } = (await response.json()) as { readonly detail?: string };
        if (detail === undefined || detail === "") faults.push(`${told}, without a reason`);
      } else if (response.status === 204) {
        counts.taken += 1;
        const group = (received as Received | undefined)?.[parameter.in] ?? {};
        // Validators of headers know them in lower case.
        const lower = Object.entries(group).map(([name, value]) => [parameter.in === "header" ? name.toLowerCase() : name, value] as const);
        if (!validator(names?.parts[parameter.in] ?? "").is(Object.fromEntries(lower))) faults.push(`${told}: ${JSON.stringify(group)}`);
      }
    }
  }
  expect(faults.slice(0, 5)).toEqual([]);
  expect(Math.min(counts.refused, counts.taken)).toBeGreaterThan(50);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
