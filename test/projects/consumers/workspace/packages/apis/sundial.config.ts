import { defineConfig } from "openapi-sundial";

const options = { emit: ["types", "validators", "client"], eslintDisable: true } as const;

export default defineConfig({
  runtime: "src/sundial",
  apis: {
    bookshop: { ...options, input: "bookshop.yaml", output: "src/bookshop" },
    invoices: { ...options, input: "invoices.yaml", output: "src/invoices" },
  },
});
