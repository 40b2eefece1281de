/** Tests run the sources: the templates must be embedded first, as the build does. */
export default async function setup(): Promise<void> {
  const { embedTemplates } = (await import("../../scripts/templates.mjs" as string)) as { embedTemplates(): boolean };
  embedTemplates();
}
