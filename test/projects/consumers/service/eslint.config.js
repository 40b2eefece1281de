import tseslint from "typescript-eslint";

export default tseslint.config({ ignores: ["dist/", "*.config.*"] }, ...tseslint.configs.strictTypeChecked, {
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
});
