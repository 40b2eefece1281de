import tseslint from "typescript-eslint";

export default tseslint.config({ ignores: ["**/dist/", "**/*.config.*"] }, ...tseslint.configs.strict);
