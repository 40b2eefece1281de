import { connect, createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { withTimeout } from "../../../../templates/runtime/shared/with-timeout.js";

test("an answer that comes in time is passed on, and so is a failure", async () => {
  expect(await withTimeout(Promise.resolve("answer"), 1000)).toBe("answer");
  await expect(withTimeout(Promise.reject(new Error("failure")), 1000)).rejects.toThrow("failure");
});

test("an answer that does not come is not waited for any longer", async () => {
  const begun = performance.now();
  await expect(withTimeout(new Promise(() => undefined), 80)).rejects.toThrow("There was no answer within 80 ms.");
  const took = performance.now() - begun;
  expect(took).toBeGreaterThanOrEqual(76);
  expect(took).toBeLessThan(20_000);
});

test.each([Infinity, 1e12])("an answer may take %d ms, which is more than a timer can", async (timeout) => {
  const answer = new Promise((resolve) => setTimeout(resolve, 30, "answer"));
  expect(await withTimeout(answer, timeout)).toBe("answer");
});

test("an answer that came while this process was busy is not too late", async () => {
  const server = createServer((socket) => socket.on("data", (data) => socket.write(data)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1"); // of a TCP server
  await new Promise((resolve) => socket.once("connect", resolve));
  const answer = new Promise<string>((resolve) =>
    socket.once("data", (data) => {
      resolve(data.toString());
    }),
  );
  const waiting = withTimeout(answer, 40);
  socket.write("echo");
  const end = performance.now() + 200;
  while (performance.now() < end);
  expect(await waiting).toBe("echo");
  socket.destroy();
  server.close();
});
