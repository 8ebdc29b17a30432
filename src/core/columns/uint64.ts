/** 64-bit whole numbers as two 32-bit halves. JavaScript numbers hold 53 bits, and a BigInt is an object per value. */
const WORD = 2 ** 32;
const WORD_MAX = WORD - 1;
const DIGITS_MAX = 20;
const ZERO = 48;
const BILLION = 1e9;
/** A number below this many billions is exact in a double. */
const EXACT_HEAD = 9e6;
/** A number with an upper half below this is exact in a double. */
const EXACT_HIGH = 2 ** 21;

/** Result of `parseUint64`. All calls share it, which is safe because calls cannot interleave. */
export const parsedUint64 = { high: 0, low: 0 };

/**
 * Returns whether the text is a number below 2^64 in canonical form, without leading zeros, and stores it in
 * `parsedUint64`. Nine digits at a time fit into 32 bits. Where a double would not be exact, a product by 10^9 is
 * computed in two parts.
 */
export function parseUint64(text: string): boolean {
  const { length } = text;
  if (length === 0 || length > DIGITS_MAX || (length > 1 && text.charCodeAt(0) === ZERO)) return false;
  const tail = Math.max(0, length - 9);
  const middle = Math.max(0, length - 18);
  return combine(digitsOf(text, 0, middle), digitsOf(text, middle, tail), digitsOf(text, tail, length));
}

/** Like `parseUint64`, for the digits in `bytes[start, end)`. */
export function parseUint64In(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length === 0 || length > DIGITS_MAX || (length > 1 && bytes[start] === ZERO)) return false;
  const tail = start + Math.max(0, length - 9);
  const middle = start + Math.max(0, length - 18);
  return combine(digitsIn(bytes, start, middle), digitsIn(bytes, middle, tail), digitsIn(bytes, tail, end));
}

function combine(first: number, middle: number, tail: number): boolean {
  if ((first | middle | tail) < 0) return false;
  const head = first * BILLION + middle;
  if (head < EXACT_HEAD) {
    const whole = head * BILLION + tail;
    parsedUint64.high = Math.floor(whole / WORD);
    parsedUint64.low = whole - parsedUint64.high * WORD;
    return true;
  }
  const headHigh = Math.floor(head / 65_536);
  const lower = (head - headHigh * 65_536) * BILLION + tail;
  const upper = headHigh * BILLION;
  const upperHigh = Math.floor(upper / 65_536);
  const sum = lower + (upper - upperHigh * 65_536) * 65_536;
  const carry = Math.floor(sum / WORD);
  if (upperHigh + carry > WORD_MAX) return false;
  parsedUint64.high = upperHigh + carry;
  parsedUint64.low = sum - carry * WORD;
  return true;
}

/**
 * Returns the value of at most nine decimal digits, which fits into 32 bits, or -1 if another character is among them.
 */
function digitsOf(text: string, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit >>> 0 > 9) return -1;
    value = (value * 10 + digit) | 0;
  }
  return value;
}

/** Like `digitsOf`, for bytes. */
function digitsIn(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - ZERO;
    if (digit >>> 0 > 9) return -1;
    value = (value * 10 + digit) | 0;
  }
  return value;
}

export function uint64Text(high: number, low: number): string {
  return high < EXACT_HIGH ? String(high * WORD + low) : longText(high, low);
}

/** Formats a number by long division of four 16-bit digits, five decimal digits at a time. */
function longText(high: number, low: number): string {
  let [a, b, c, d] = [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff];
  let text = '';
  while (a + b + c + d > 0) {
    let rest = a % 100_000;
    a = (a - rest) / 100_000;
    rest = rest * 65_536 + b;
    b = Math.floor(rest / 100_000);
    rest = (rest % 100_000) * 65_536 + c;
    c = Math.floor(rest / 100_000);
    rest = (rest % 100_000) * 65_536 + d;
    d = Math.floor(rest / 100_000);
    text = String(rest % 100_000).padStart(5, '0') + text;
  }
  return text.replace(/^0+/, '');
}
