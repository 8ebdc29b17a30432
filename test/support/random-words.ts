/**
 * Returns a generator of random 32-bit words, deterministic for a seed: sfc32 by Chris Doty-Humphrey, a few additions
 * and shifts for each.
 */
export function randomWords(seed: number): () => number {
  let [a, b, c, counter] = [0, 0, seed | 0, 1];
  const next = (): number => {
    const word = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    return word >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}
