/**
 * What a call of a mock rejects with where there is no answer that the service could give: a wrong one would prove nothing.
 */

/** An operation without a handler was called, and its description gives nothing to answer with; or what a handler gave is not as described. */
export class MockReplyError extends Error {
  override readonly name = "MockReplyError";
  /** By it a client knows that to send the call again is of no use. */
  readonly code = "ERR_NOT_SUPPORTED";
  /** Name of the operation. */
  readonly operation: string;

  constructor(operation: string, message: string) {
    super(message);
    this.operation = operation;
  }
}

/** Of an operation without a handler. */
export const missingReply = (operation: string, why: string): MockReplyError =>
  new MockReplyError(
    operation,
    `${operation} has no handler in this mock, and ${why}: give it one, \`{ ${operation}: () => ({ status: 200, … }) }\``,
  );

/** Of a handler whose reply has a fault. */
export const wrongReply = (operation: string, fault: string): MockReplyError =>
  new MockReplyError(
    operation,
    `A handler of this mock gave what is not described: ${fault}. To allow it, set \`validateResponses: "off"\``,
  );
