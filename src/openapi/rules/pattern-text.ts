/** A pattern that is written as a regular expression literal of JavaScript or PHP is: `/^a$/i`. */
export interface PatternLiteral {
  readonly pattern: string;
  readonly flags: string;
}

/**
 * The pattern in a text with slashes around it. As a pattern, such a text has its anchor behind or before a slash, where no text begins or ends:
 * nothing would match it. `undefined` for every other text: slashes without an anchor may be meant.
 */
export function patternLiteral(text: string): PatternLiteral | undefined {
  const [, pattern, flags] = /^\/((?:\^[^]*|[^]*\$))\/([dgimsuvy]*)$/.exec(text) ?? [];
  return pattern === undefined || flags === undefined ? undefined : { pattern, flags };
}
