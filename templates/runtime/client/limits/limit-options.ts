/** The options of a client and a call for the limits of the service, and the limits that the client shows. */
import type { CallOptions, OutgoingCall } from "../call/client.js";
import type { LimitEvent, LimitState } from "./gate.js";
import type { SharedGates } from "./gate-store.js";
import type { LimitedOperation, PlanLimits } from "../../shared/rate-limits.js";

/** How a client keeps within the limits of its service. `Plan` is the name of a plan of the description. */
export interface LimitOptions<Plan extends string = never> {
  /**
   * The plan of the credential, or its figures: they set the pace until the service has reported its own. The description's default plan
   * unless given.
   */
  readonly plan?: Plan | PlanLimits | undefined;
  /** Milliseconds that a call may wait for the limits, in all: 90,000 unless given. A longer wait is a `RateLimitError` at once. */
  readonly maxWait?: number | undefined;
  /** Told of each change of the gate, and of a limit that is nearly spent. Without it the latter is a warning of the process or the console. */
  readonly onLimit?: ((event: LimitEvent) => void) | undefined;
  /** False: calls are sent at once, and once. */
  readonly gate?: boolean | undefined;
  /** How often a call may be sent again where that is safe: twice unless given; false for never. */
  readonly retries?: number | false | undefined;
  /** How many calls may be in flight at once while the service reports no limits: 10 unless given. */
  readonly maxConcurrency?: number | undefined;
}

/** How a client shares its limits. */
export interface GateStoreOptions {
  /** Shares the limits of a credential with other processes. */
  readonly gateStore?: SharedGates | undefined;
}

/** How one call waits. */
export interface CallLimit {
  /** Milliseconds that this call may wait for the limits, in all. */
  readonly maxWait?: number;
  /** Calls in the background wait until no interactive one does. Interactive unless given. */
  readonly priority?: "interactive" | "background";
}

/** Settings of one call: those of `fetch`, and a base URL, a `fetch`, middleware and a wait for this call. */
export interface LimitedCallOptions extends CallOptions {
  /** How this call waits for the limits of the service. */
  readonly rateLimit?: CallLimit | undefined;
}

/** A call on its way out, with what is known of its limits. */
export interface LimitedCall extends OutgoingCall {
  readonly operation: LimitedOperation;
  readonly options: LimitedCallOptions;
}

/** The state of a credential's limits. */
export interface ClientLimit extends LimitState {
  readonly origin: string;
  /** Opens the gate of a credential that is blocked. */
  readonly resume: () => void;
}

/** What a client has besides. */
export interface LimitedClient {
  /** The state of the limits of each credential that this client has used. */
  readonly limits: readonly ClientLimit[];
}
