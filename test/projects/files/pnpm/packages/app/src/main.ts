import { askForPets } from "@acme/api";

const answers = await askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? "");
console.log(JSON.stringify(answers));
