/**
 * What a call of a mock rejects with where there is nothing to answer: a wrong answer would prove nothing.
 */

/** An operation without a handler was called, and its description gives no answer that is as described. */
export class MissingReplyError extends Error {
  override readonly name = "MissingReplyError";
  /** By it a client knows that to send the call again is of no use. */
  readonly code = "ERR_NOT_SUPPORTED";
  /** Name of the operation. */
  readonly operation: string;

  constructor(operation: string, why: string) {
    super(`${operation} has no handler in this mock, and ${why}: give it one, \`{ ${operation}: () => ({ status: 200, … }) }\``);
    this.operation = operation;
  }
}
