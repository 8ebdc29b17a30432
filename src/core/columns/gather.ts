import { uint32s } from './pooled-arrays';

/** Returns `values[place]` for each place. It is a loop because `map` would call a function for each element. */
export function gather(values: Uint32Array, places: Uint32Array): Uint32Array {
  const gathered = uint32s(places.length);
  for (let i = 0; i < places.length; i++) gathered[i] = values[places[i]!]!;
  return gathered;
}
