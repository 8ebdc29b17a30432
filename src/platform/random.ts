/** Returns a uniform random number in [0, 1). A dependency, so that tests and simulations control it. */
export type Random = () => number;

export const systemRandom: Random = () => Math.random();

/** Deterministic generator (mulberry32) for tests, demo data and simulations: the same seed gives the same run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
