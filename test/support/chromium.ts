/** The system's Chromium, and servers for its pages. */
import { existsSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, type Browser } from "playwright-core";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const required = process.env["SUNDIAL_REQUIRE_SERVICES"] === "1";

/** Why tests are skipped, for their titles; empty where they are not. */
export const missing = required || existsSync(executablePath) ? "" : ` (skipped: no Chromium at ${executablePath})`;

// A browser in a closed network: nothing that it would ask on its own account.
const flags = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run";

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags.split(" ") });
}

/** Servers on free ports of this machine, all closed together. */
export function localServers(): { listen(listener: RequestListener): Promise<string>; close(): void } {
  const servers: Server[] = [];
  return {
    async listen(listener) {
      const server = createServer(listener);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`; // not a pipe: it listens on a port
    },
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
