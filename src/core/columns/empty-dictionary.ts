import type { Dictionary } from './event-columns';

/** Dictionary of a dimension that no event has. */
export const EMPTY_DICTIONARY: Dictionary = Object.freeze({
  size: 0,
  text(): string {
    throw new RangeError('the dictionary is empty');
  },
  lookUpIn: () => new Int32Array(0),
  addTo: () => new Int32Array(0),
});
