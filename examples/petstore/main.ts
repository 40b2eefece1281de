/** Starts the service and takes the tour; with `--serve` the service stays up instead of ending. */
import { close, createPetstoreService, listen, type Principal } from "./service.js";
import { takeTour } from "./tour.js";

const key = "demo-key";
// What an enterprise agreed on, and small enough to be reached while one looks on.
const smallKey = "small-key";
const serve = process.argv.includes("--serve");

const service = createPetstoreService({
  keys: new Map<string, Principal>([
    [key, { name: "visitor", plan: "free" }],
    [smallKey, { name: "enterprise", plan: { policies: { burst: { quota: 10, window: 2 } } } }],
  ]),
  onDeprecatedCall: ({ operation, caller, deprecation }) => {
    console.log(
      `  (the service: ${caller ?? "somebody"} still calls ${operation}, which ends on ${deprecation.sunset?.date ?? "no day yet"})`,
    );
  },
  animals: [
    { id: 1, name: "Rex", categoryId: 1, status: "available" },
    { id: 2, name: "Tom", categoryId: 2, status: "sold" },
    { id: 3, name: "Polly", categoryId: 3, status: "available" },
  ],
});
const baseUrl = await listen(service, serve ? Number(process.env["PORT"] ?? 3000) : 0);
console.log(`The Petstore service is at ${baseUrl}\n`);
await takeTour(baseUrl, { key, smallKey }, (line) => {
  console.log(line);
});
if (serve) console.log(`\nIt stays up. Try: curl -H "Authorization: Bearer ${key}" ${baseUrl}/pets`);
else await close(service);
