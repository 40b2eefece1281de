import { defineConfig } from "openapi-sundial";

export default defineConfig({
  input: "openapi.yaml",
  output: "src/api",
  emit: ["types", "validators", "server"],
  eslintDisable: true,
});
