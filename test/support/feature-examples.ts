import { tidemark } from '../gen/tidemark';

/** Decodes length-delimited `tidemark.v1.FatigueExample` messages, as `tidemark features export` writes them. */
export function examplesIn(bytes: Buffer): unknown[] {
  const examples: unknown[] = [];
  for (let at = 0; at < bytes.length;) {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const example = tidemark.v1.FatigueExample.decode(bytes.subarray(at, at + length));
    examples.push({ ...example, features: { ...example.features } });
    at += length;
  }
  return examples;
}
