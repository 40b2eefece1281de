/** A number as headers have it; NaN where there is none, and for other texts: signs, exponents, blanks, more digits than any quota or moment has. */
export const headerNumber = (text: string | null): number => Number(/^\d{1,15}(\.\d+)?$/.test(text ?? "") ? text : NaN);
