import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "templates/runtime/**/*.test.ts"],
    globalSetup: ["test/support/embed-templates.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
