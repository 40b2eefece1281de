import { askForPets } from "./pets.js";

const answers = await askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? "");
console.log(JSON.stringify(answers));
