/**
 * Where a place of a text is in TypeScript: in code, in a comment, in a string. In a template, a hole is one thing whatever fills it, because
 * what may fill it in which place is checked, so that nothing which fills it leads from one place to another.
 */

/** What a part of TypeScript is inside of. `template`: a template literal, and not a hole of it. */
export type TextPlace = "code" | "line comment" | "comment" | "string" | "template";

type Frame = { readonly place: Exclude<TextPlace, "string"> } | { readonly place: "string"; readonly quote: string } | NestedCode;

/** The hole of a template literal. */
interface NestedCode {
  readonly place: "code";
  /** Braces that are open in it. */
  readonly braces: number;
}

/** After some text. */
export interface PlaceState {
  /** From the outside in; none in the code of the file. */
  readonly frames: readonly Frame[];
  /** The last character, where the next one may mean something else because of it. `hole`: a name was put in; `*hole`: words, or nothing, behind a `*`. */
  readonly last: "*" | "$" | "\\" | "hole" | "*hole" | "";
}

export const start: PlaceState = { frames: [], last: "" };

export const placeIn = ({ frames }: PlaceState): TextPlace => frames.at(-1)?.place ?? "code";

/** The place behind texts of which either may stand there; undefined where what follows would mean something else after each. */
export function afterEither(one: PlaceState, other: PlaceState): PlaceState | undefined {
  const lasts = [one.last, other.last];
  const unsure = (["hole", "*hole"] as const).find((each) => lasts.includes(each));
  const last =
    one.last === other.last
      ? one.last
      : lasts.every((each) => each === unsure || each === "" || `${each}hole` === unsure)
        ? unsure
        : undefined;
  return last === undefined || JSON.stringify(one.frames) !== JSON.stringify(other.frames) ? undefined : { frames: one.frames, last };
}

/** The place behind a hole. `mayBeEmpty`: what is put in may be no text at all, so that what stands around it meets. */
export function afterHole({ frames, last }: PlaceState, mayBeEmpty = true): PlaceState {
  const place = placeIn({ frames, last });
  if (place === "template") return { frames, last: "hole" };
  return { frames, last: place === "comment" && mayBeEmpty && last.startsWith("*") ? "*hole" : "" };
}

interface Scanned {
  readonly state: PlaceState;
  /** Offsets of characters of which it is not certain what they begin. */
  readonly doubts: readonly number[];
}

/**
 * The place behind some text.
 * @param passed Is told what each character, or the two that begin a comment, stands between: `at` is the offset of the last one.
 */
export function afterText(state: PlaceState, text: string, passed?: (at: number, from: TextPlace, to: TextPlace) => void): Scanned {
  const frames = [...state.frames];
  const doubts: number[] = [];
  let last = state.last;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const frame = frames.at(-1) ?? { place: "code", braces: -1 };
    const previous = last;
    last = "";
    switch (frame.place) {
      case "code": {
        const opened = openedBy(character, text.charAt(at + 1));
        if (opened !== undefined) {
          frames.push(opened);
          if (opened.place.endsWith("comment")) at += 1;
        } else if (character === "/") doubts.push(at);
        else countBraces(frames, character);
        break;
      }
      case "line comment":
        if (/[\n\r\u2028\u2029]/.test(character)) frames.pop();
        break;
      case "comment":
        if (character === "/" && previous === "*") frames.pop();
        else if (character === "/" && previous === "*hole") doubts.push(at);
        else if (character === "*") last = "*";
        break;
      case "string":
        if (previous === "\\") break;
        if (character === frame.quote || /[\n\r]/.test(character)) frames.pop();
        else if (character === "\\") last = "\\";
        break;
      case "template":
        if (previous === "\\") break;
        if (character === "`") frames.pop();
        else if (character === "{" && previous === "$") frames.push({ place: "code", braces: 0 });
        // A name may end in a dollar sign.
        else if (character === "{" && previous === "hole") doubts.push(at);
        else if (character === "\\" || character === "$") last = character;
        break;
    }
    passed?.(at, frame.place, placeIn({ frames, last }));
  }
  return { state: { frames, last }, doubts };
}

/** What a character of code begins, if it does. */
function openedBy(character: string, next: string): Frame | undefined {
  if (character === '"' || character === "'") return { place: "string", quote: character };
  if (character === "`") return { place: "template" };
  if (character !== "/") return undefined;
  return next === "/" ? { place: "line comment" } : next === "*" ? { place: "comment" } : undefined;
}

/** The brace that closes the hole of a template literal is the one that none in it has opened. */
function countBraces(frames: Frame[], character: string): void {
  const frame = frames.at(-1);
  if (frame === undefined || !("braces" in frame)) return;
  if (character === "{") frames.splice(-1, 1, { place: "code", braces: frame.braces + 1 });
  else if (character === "}") {
    frames.pop();
    if (frame.braces > 0) frames.push({ place: "code", braces: frame.braces - 1 });
  }
}
