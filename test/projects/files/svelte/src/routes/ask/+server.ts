import { json } from "@sveltejs/kit";
import { askForPets } from "$lib/pets";

export const GET = async () => json(await askForPets(process.env["PETSTORE_URL"] ?? "", process.env["PETSTORE_KEY"] ?? ""));
