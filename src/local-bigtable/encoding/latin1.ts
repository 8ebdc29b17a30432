/**
 * Decodes bytes to a string with one character per byte, the form that the store uses. Returns `expected` itself when
 * it is equal: comparing costs less than creating a string, and equal neighbours then share memory.
 */
export function decodeLatin1(bytes: Buffer, start: number, end: number, expected: string): string {
  if (end - start === expected.length && startsWith(bytes, start, expected)) return expected;
  return bytes.toString('latin1', start, end);
}

function startsWith(bytes: Buffer, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
