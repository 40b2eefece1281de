/** A number as headers have it; NaN for other texts: signs, exponents, blanks, more digits than any quota or moment has. */
export const headerNumber = (text: string): number => (/^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : NaN);
