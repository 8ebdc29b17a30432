import { uint32s } from './pooled-arrays';

/** `values[place]` for each place: a loop, since `map` calls a function for each. */
export function gather(values: Uint32Array, places: Uint32Array): Uint32Array {
  const gathered = uint32s(places.length);
  for (let i = 0; i < places.length; i++) gathered[i] = values[places[i]!]!;
  return gathered;
}
