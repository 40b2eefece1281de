declare module "recheck/lib/browser.js" {
  import type { checkSync } from "recheck";
  const exports: { readonly checkSync: typeof checkSync };
  export default exports;
}
