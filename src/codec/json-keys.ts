/** Characters that JSON escapes. Ids are well-formed Unicode. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f]/;

/** Texts as the keys of a JSON object, `"text":`, in UTF-8: key `i` is `bytes` from `ends[i - 1]` (or 0) up to `ends[i]`. */
export interface JsonKeys {
  readonly bytes: Buffer;
  readonly ends: Uint32Array;
}

export function jsonKeys(texts: readonly string[]): JsonKeys {
  const isPlain = !ESCAPED.test(texts.join(''));
  const keys = isPlain ? texts : texts.map((text) => JSON.stringify(text).slice(1, -1));
  const bytes = keys.length === 0 ? NO_BYTES : Buffer.from(`"${keys.join('":"')}":`);
  const ends = new Uint32Array(keys.length);
  let characters = 0;
  for (let i = 0; i < keys.length; i++) ends[i] = characters += keys[i]!.length + KEY_MARKS;
  if (characters !== bytes.length) measure(keys, ends);
  return { bytes, ends };
}

/** Two quotes and the colon. */
const KEY_MARKS = 3;
const NO_BYTES = Buffer.alloc(0);

/** Where characters have several bytes. */
function measure(keys: readonly string[], ends: Uint32Array): void {
  let bytes = 0;
  for (let i = 0; i < keys.length; i++) ends[i] = bytes += Buffer.byteLength(keys[i]!) + KEY_MARKS;
}
