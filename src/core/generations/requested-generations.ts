/** Generations that a caller names, as a query parameter or option, or as a field of a body. */
import { invalidArgument } from '../../errors';
import { GENERATION_MAX, isGenerationNumber } from './generation-column';
import type { RequestedGenerations } from './pointer-vector';

/** Maximum number of DataTypes in one list. */
const ITEMS_MAX = 100;
const EXPECTED = `must be a whole number from 1 to ${GENERATION_MAX}`;

/** Parses `embedding=3,scores=7`. Throws `invalid_argument` that names `field`. */
export function parseGenerationsText(text: string, field: string): RequestedGenerations {
  const items = text.split(',');
  if (items.length > ITEMS_MAX) throw invalidArgument(field, `must have at most ${ITEMS_MAX} items`);
  const generations = new Map<string, number>();
  for (const item of items) {
    const [, family, digits] = /^([^=]+)=(\d{1,10})$/.exec(item) ?? [];
    if (family === undefined || digits === undefined)
      throw invalidArgument(field, `"${item}" is not <DataType>=<generation>`);
    if (generations.has(family)) throw invalidArgument(field, `names ${family} twice`);
    if (!isGenerationNumber(Number(digits))) throw invalidArgument(`${field}.${family}`, EXPECTED);
    generations.set(family, Number(digits));
  }
  return Object.fromEntries(generations);
}

/** Parses the members of an object in a body. Throws `invalid_argument` that names a member of `field`. */
export function parseGenerationsBody(
  value: Readonly<Record<string, unknown>>,
  field: string,
): RequestedGenerations {
  const entries = Object.entries(value);
  if (entries.length > ITEMS_MAX) throw invalidArgument(field, `must have at most ${ITEMS_MAX} members`);
  return Object.fromEntries(
    entries.map(([family, number]) => {
      if (typeof number !== 'number' || !isGenerationNumber(number))
        throw invalidArgument(`${field}.${family}`, EXPECTED);
      return [family, number];
    }),
  );
}
