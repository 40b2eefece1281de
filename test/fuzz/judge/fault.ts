/** What is wrong with how a case was treated. */
export interface Fault {
  readonly kind:
    | "throws"
    | "unhandled"
    | "hangs"
    | "dies"
    | "slow"
    | "code"
    | "place"
    | "printing"
    | "half"
    | "syntax"
    | "leak"
    | "different"
    | "types"
    | "command";
  readonly detail: string;
}

/** Two faults of one key have one cause, as far as can be told: names and numbers of the description are left out. */
export function faultKey({ kind, detail }: Fault): string {
  const [first = ""] = detail.split("\n");
  const own = /\bsrc\/[\w/-]+\.ts/.exec(detail)?.[0] ?? "";
  const plain = first.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|\d+/g, "_").slice(0, 120);
  return `${kind}: ${plain} ${own}`.trim();
}
