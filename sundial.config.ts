import { defineConfig } from "openapi-sundial";

export default defineConfig({
  command: "npm run generate",
  apis: {
    petstore: { input: "spec/petstore.yaml", output: "generated/petstore", gateStore: true },
  },
});
