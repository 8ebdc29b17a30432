/** Maximum length of text that is written by a loop. For longer text Buffer's native code is faster. */
const BY_HAND_MAX = 48;

/**
 * Writes the text in UTF-8 at `at` and returns the number of bytes. There must be room for three bytes per character.
 */
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
