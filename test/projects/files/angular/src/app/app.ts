import { Component, signal } from "@angular/core";
import { askForPets } from "../pets";

@Component({
  selector: "app-root",
  template: '<pre id="answers">{{ answers() }}</pre>',
})
export class App {
  protected readonly answers = signal("");

  constructor() {
    const query = new URLSearchParams(location.search);
    askForPets(query.get("url") ?? "", query.get("key") ?? "").then((found) => this.answers.set(JSON.stringify(found)), console.error);
  }
}
