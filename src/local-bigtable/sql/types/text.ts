/** Conversions between strings and BYTES, which are strings with one character for each byte, as in the store. */
import { BIGTABLE_LIMITS } from '../../bigtable-limits';
import { evaluationError } from '../sql-error';

/** Returns the UTF-8 bytes of a string. */
export const latin1FromUtf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Returns the string that UTF-8 bytes encode; undefined for other bytes. */
export function utf8FromLatin1(bytes: string): string | undefined {
  try {
    return STRICT_UTF8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Compares strings by code points, whose order is that of their UTF-8 bytes. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const one = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (one === other) continue;
    // Surrogates stand for code points above all others.
    const isHigh = isSurrogate(one) !== isSurrogate(other);
    if (isHigh) return isSurrogate(one) ? 1 : -1;
    return one - other;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Throws OUT_OF_RANGE if a function would return a text above the size of a cell: queries could use any memory. */
export function checkTextSize(length: number): void {
  const { cellBytesMax } = BIGTABLE_LIMITS;
  if (length > cellBytesMax)
    throw evaluationError(`A value of a query must have ${cellBytesMax} bytes or less`);
}
