/** A description that a vendor publishes at a URL, and changes when nobody here asked for it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { demand, type Change } from "./change.js";
import type { Subject } from "./subject.js";

interface Vendor {
  readonly url: string;
  /** Publishes another text. */
  readonly publish: (text: string) => void;
  readonly close: () => Promise<void>;
}

async function startVendor(first: string): Promise<Vendor> {
  let text = first;
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "application/yaml");
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port: no pipe
  return {
    url: `http://127.0.0.1:${String(port)}/openapi.yaml`,
    publish: (next) => (text = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The repository takes its description from a vendor; with sundial, it keeps a snapshot. */
async function fromVendor({ repository, description, point, generate, generator }: Subject): Promise<Vendor> {
  const vendor = await startVendor(await repository.read(description));
  try {
    await point({ url: vendor.url });
    if (generator === "sundial") await repository.run("npx", "sundial", "pull");
    await repository.run(...generate);
    await repository.commit("Take the description from the vendor");
    return vendor;
  } catch (error) {
    await vendor.close();
    throw error;
  }
}

/** `unshare` gives a program a network of its own, in which there is nothing. */
const withoutNetwork = ["unshare", "--net", "--map-root-user", "--"];

const generators = ["sundial", "openapi-typescript", "git diff"] as const;

export const vendorChanges: readonly Change[] = [
  {
    name: "offline",
    what: "the description is at a URL, and there is no network",
    of: generators,
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    async make(subject) {
      const vendor = await fromVendor(subject);
      return { by: withoutNetwork, end: vendor.close };
    },
  },
  {
    name: "vendor",
    what: "the description is at a URL, and its vendor changed it",
    of: generators,
    quick: true,
    verdict: "green",
    says: ["is current"],
    then: "nothing",
    async make(subject) {
      const vendor = await fromVendor(subject);
      vendor.publish(subject.edits.member(await subject.repository.read(subject.description)));
      return { end: vendor.close };
    },
    async between({ repository }) {
      const asked = await repository.attempt(["npx", "sundial", "pull", "--check"]);
      demand(asked.end === 1 && asked.printed.includes("isbn"), `pull --check ends with ${String(asked.end)}\n${asked.printed}`);
      await repository.run("npx", "sundial", "pull");
      const then = await repository.attempt(["npx", "sundial", "check"]);
      demand(then.end === 1, `after pull, check ends with ${String(then.end)}\n${then.printed}`);
      await repository.git("checkout", "--", ".");
    },
  },
];
