import { defineConfig } from "openapi-sundial";

export default defineConfig({
  input: "openapi.yaml",
  output: "src/bookshop",
  emit: ["types", "validators", "client"],
  eslintDisable: true,
});
