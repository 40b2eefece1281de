/** The environment of a project's commands: that of this machine, less what npm says of this repository. */
import { execFileSync } from "node:child_process";

/** Nothing is asked, nothing is told to the makers, and the registry is npm's own setting, for those who do not read it. */
export function projectEnvironment(): Readonly<Record<string, string>> {
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(npm_.*|INIT_CWD|NODE|NODE_OPTIONS|NODE_ENV|NO_COLOR|FORCE_COLOR|VITEST.*)$/.test(entry[0]),
  );
  return {
    ...Object.fromEntries(inherited),
    CI: "1",
    NO_COLOR: "1",
    npm_config_registry: registry,
    npm_config_yes: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_prefer_offline: "true",
    npm_config_loglevel: "error",
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_ENABLE_TELEMETRY: "0",
    BUN_CONFIG_REGISTRY: registry,
    DO_NOT_TRACK: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    NG_CLI_ANALYTICS: "false",
    EXPO_NO_TELEMETRY: "1",
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    NUXT_TELEMETRY_DISABLED: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    DENO_NO_UPDATE_CHECK: "1",
  };
}
