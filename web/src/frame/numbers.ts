// Numbers for reading.

const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const aligned = new Intl.NumberFormat("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

function withFormat(format: Intl.NumberFormat, value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return whole.format(value);
  if (size > 0 && size < 0.0001) return value.toExponential(1);
  return format.format(value).replace("-", "\u2212");
}

export const shortNumber = (value: number): string => withFormat(short, value);

// As many digits as the numbers above and below it.
export const alignedNumber = (value: number): string => (value === 0 ? "0" : withFormat(aligned, value));

// Counts stay whole.
export const tableNumber = (value: number): string => (Number.isInteger(value) ? shortNumber(value) : alignedNumber(value));

export const percent = (share: number): string => `${shortNumber(100 * share)} %`;

export const signed = (value: number): string => (value > 0 ? "+" : "") + shortNumber(value);

export const pText = (p: number): string => (p < 0.001 ? "p < 0.001" : `p = ${shortNumber(p)}`);

// Of probabilities a tenth of a percent is enough, and none but 0 and 1 look like these.
export function probabilityText(p: number): string {
  if (p > 0 && p < 0.001) return "< 0.1 %";
  if (p < 1 && p > 0.999) return "> 99.9 %";
  return `${(100 * p).toFixed(1).replace(/\.0$/, "")} %`;
}

// A difference of shares is one of percentage points.
export const points = (difference: number): string => `${signed(100 * difference)} points`;
