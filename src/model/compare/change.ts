/** One thing that a description says otherwise than before. */
export interface Change {
  /** Which rule found it: "property-required". */
  readonly rule: string;
  /** A sentence without its full stop. */
  readonly text: string;
  /** Whether a program that was written for the old description may fail, or no longer compile. */
  readonly breaking: boolean;
}

/** Which way values go that a schema describes, as the caller of an API sees it. */
export type Direction = "request" | "response";

/** What becomes of the values that a schema takes. */
export type Effect = "narrower" | "wider" | "other" | "none";

/** Whoever sends values is held to what is narrower; whoever reads them meets what is wider. */
export const breaks = {
  narrower: { request: true, response: false },
  wider: { request: false, response: true },
  other: { request: true, response: true },
  none: { request: false, response: false },
} as const satisfies Record<Effect, Record<Direction, boolean>>;

/** Both ways in one change. */
export function effectOf(narrower: boolean, wider: boolean): Effect {
  if (narrower) return wider ? "other" : "narrower";
  return wider ? "wider" : "none";
}

/** What breaks comes first; else the order stays. */
export function breakingFirst(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking));
}

export function shown(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? Number(each) : each));
}

/** `"a", "b" and 3 more`: lists of a thousand values help nobody. */
export function listed(values: readonly unknown[], most = 8): string {
  const more = values.length - most;
  return values.slice(0, most).map(shown).join(", ") + (more > 0 ? ` and ${String(more)} more` : "");
}
