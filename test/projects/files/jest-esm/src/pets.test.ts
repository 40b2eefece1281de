import { askForPets } from "./pets.js";

test("the service has pets", async () => {
  const answers = await askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? "");
  expect(answers.byFunction).toContain("Rex");
  process.stdout.write(`${JSON.stringify(answers)}\n`);
});
