/** Calls into Buffer's native code cost more than so many characters by hand. */
const BY_HAND_MAX = 48;

/** Writes the text in UTF-8 at `at`, where there must be room for three bytes a character; returns the bytes written. */
export function writeText(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > BY_HAND_MAX) return bytes.write(text, at, 'utf8');
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return bytes.write(text, at, 'utf8');
    bytes[at + i] = code;
  }
  return length;
}
