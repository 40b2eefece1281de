import { defineConfig } from "openapi-sundial";

export default defineConfig({
  emit: ["types", "validators", "client"],
  eslintDisable: true,
  runtime: "src/sundial",
  apis: {
    bookshop: { input: "bookshop.yaml", output: "src/bookshop" },
    invoices: { input: "invoices.yaml", output: "src/invoices" },
  },
});
