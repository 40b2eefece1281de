import { Controller, Get } from "@nestjs/common";
import { askForPets } from "./pets.js";

@Controller()
export class AppController {
  @Get("ask")
  ask() {
    return askForPets(process.env.PETSTORE_URL ?? "", process.env.PETSTORE_KEY ?? "");
  }
}
