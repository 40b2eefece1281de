/** A number as headers have it; NaN for other texts: signs, exponents, blanks, more digits than any quota or moment has. */
export const headerNumber = (text: string): number => Number(/^\d{1,15}(\.\d+)?$/.test(text) ? text : NaN);
