import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "**/generated/", "**/expected/", "src/**/*.gen.ts", "coverage/", "test/types/"] },
  // Files of projects, as their makers write them.
  { ignores: ["test/projects/files/", "test/projects/consumers/{client,service,workspace}/"] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: ["./tsconfig.json", "./templates/runtime/tsconfig.json"], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/consistent-indexed-object-style": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // There are no enums, which the compiler sees to, and it takes long to look for them.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
    },
  },
  // A call takes some hundred thousand arguments, and a list of a description may have more.
  {
    files: ["src/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name=/^(?:push|unshift|splice)$/] > SpreadElement",
          message: "Add the items one by one: a call takes only so many arguments.",
        },
      ],
    },
  },
  // Nodes of ts-morph are classes that mixins are put together to: the rule takes each for another class than the one that it extends.
  { files: ["src/migrate/**/*.ts"], rules: { "@typescript-eslint/no-unsafe-class-instance-assignment": "off" } },
  // The generated code says which client it makes: there is nothing to infer it from.
  {
    files: ["templates/runtime/**/client.ts", "templates/runtime/**/path-client.ts"],
    rules: { "@typescript-eslint/no-unnecessary-type-parameters": "off" },
  },
  // `isolatedDeclarations` asks for the types of all exports but literals. What users lint by has no exception for what a rest leaves out.
  {
    files: ["templates/runtime/**/*.ts"],
    rules: {
      "@typescript-eslint/no-inferrable-types": "off",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: false }],
    },
  },
  // A function of middleware may return nothing.
  { files: ["templates/runtime/**/middleware.ts"], rules: { "@typescript-eslint/no-invalid-void-type": "off" } },
  // What counts names has no use for them.
  { files: ["templates/runtime/**/validate.ts"], rules: { "@typescript-eslint/no-meaningless-void-operator": "off" } },
  { files: ["**/*.mjs", "**/*.js", "**/*.cjs"], ...tseslint.configs.disableTypeChecked },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
);
