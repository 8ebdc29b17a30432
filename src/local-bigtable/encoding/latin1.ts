/**
 * Text of bytes, one character per byte, the store's form. The very string that is expected comes back when it is equal:
 * to compare costs less than to make a string, and neighbours that are equal then share their memory.
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
