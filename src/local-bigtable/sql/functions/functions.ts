import { COLLECTION_FUNCTIONS } from './collection-functions';
import { CONDITIONAL_FUNCTIONS } from './conditional-functions';
import { NUMBER_FUNCTIONS } from './number-functions';
import type { Resolver } from './overload';
import { TEXT_FUNCTIONS } from './text-functions';
import { TIME_FUNCTIONS } from './time-functions';

/** Functions by name, except those that need more than the values of their arguments. */
export const FUNCTIONS: ReadonlyMap<string, Resolver> = new Map([
  ...Object.entries(COLLECTION_FUNCTIONS),
  ...Object.entries(CONDITIONAL_FUNCTIONS),
  ...Object.entries(NUMBER_FUNCTIONS),
  ...Object.entries(TEXT_FUNCTIONS),
  ...Object.entries(TIME_FUNCTIONS),
]);

/** Second names of functions. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['CHARACTER_LENGTH', 'CHAR_LENGTH'],
  ['CEILING', 'CEIL'],
  ['POWER', 'POW'],
  ['SUBSTRING', 'SUBSTR'],
]);
