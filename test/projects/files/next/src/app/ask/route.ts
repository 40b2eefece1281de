import { connection } from "next/server";
import { askForPets } from "@/pets";

export async function GET() {
  await connection();
  return Response.json(await askForPets(process.env.PETSTORE_URL ?? "", process.env.PETSTORE_KEY ?? ""));
}
