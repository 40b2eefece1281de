import { embedTemplates } from "../../scripts/templates.mjs";

/** Tests run the sources: the templates must be embedded first, as the build does. */
export default function setup(): void {
  embedTemplates();
}
