// Generated validators in programs that know nothing of them but the interface. Type-checked, bundled and called by a test.
import { sValidator } from "@hono/standard-validator";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { createEnv } from "@t3-oss/env-core";
import { initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { PetSchema, PortSchema, QuerySchema, SettingsSchema, StatusSchema, type Pet, type Settings, type Status } from "./api/index.js";

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const holds = <T extends true>(fact?: T): T | undefined => fact;

// What libraries infer is what the description says, not `unknown` or `any`.
holds<Same<StandardSchemaV1.InferInput<typeof PetSchema>, Pet>>();
holds<Same<StandardSchemaV1.InferOutput<typeof PetSchema>, Pet>>();
holds<Same<StandardSchemaV1.InferOutput<typeof StatusSchema>, Status>>();
holds<Same<StandardSchemaV1.InferInput<typeof SettingsSchema>, Settings>>();
// @ts-expect-error a pet is no status
holds<Same<StandardSchemaV1.InferOutput<typeof PetSchema>, Status>>();
export const schemas: readonly StandardSchemaV1[] = [PetSchema, StatusSchema, QuerySchema];

const { router, procedure, createCallerFactory } = initTRPC.create();
const appRouter = router({
  greet: procedure.input(PetSchema).query(({ input }) => {
    const pet: Pet = input;
    return `${pet.name} is ${pet.status}`;
  }),
  settings: procedure.input(SettingsSchema).query(({ input }) => input),
  broken: procedure.output(PetSchema).query(() => {
    const pet: Pet = JSON.parse('{"name":""}') as Pet; // what a database may hold
    return pet;
  }),
});
export const caller = createCallerFactory(appRouter)({});

// @ts-expect-error the input is a pet
void ((): unknown => caller.greet({ name: 1 }));

export const app = new Hono()
  .post("/pets", sValidator("json", PetSchema), (context) => {
    const pet: Pet = context.req.valid("json");
    // @ts-expect-error a name is no number
    const wrong: number = pet.name;
    return context.json({ name: pet.name, same: wrong === (pet.name as unknown) });
  })
  .get("/pets", sValidator("query", QuerySchema), (context) => {
    const status: Status | undefined = context.req.valid("query").status;
    return context.json({ status: status ?? null });
  });

export function environment(runtimeEnv: Record<string, string>): { readonly port: string; readonly status: Status } {
  const env = createEnv({
    server: { PORT: PortSchema, STATUS: StatusSchema },
    runtimeEnv,
    onValidationError: (issues) => {
      throw new Error(issues.map(({ path, message }) => `${String(path?.[0])} ${message}`).join("; "));
    },
  });
  const port: string = env.PORT;
  const status: Status = env.STATUS;
  return { port, status };
}
