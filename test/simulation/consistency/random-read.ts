import { CONSISTENCY_LEVELS, type Consistency } from '../../../src/core/consistency/consistency';
import { isEmptyToken, type WriteToken } from '../../../src/core/tokens/write-token';
import type { Filter } from '../../../src/bigtable/client/types';
import { chain, familyIs, stripValue } from '../../../src/bigtable/read/filters';
import { CHECKED_TIMEOUT_MS } from './availability';
import type { Dice } from './dice';
import type { Wanted } from './shown';
import { EVENTS, OBJECTS } from './world';

/** A read as a session requests it. */
export interface RequestedRead {
  readonly keys: readonly string[];
  readonly consistency: Consistency;
  readonly filter: Filter;
  /** Families that pass the filter. */
  readonly wanted: Wanted;
  readonly timeoutMs: number;
}

const TIMEOUTS_MS = [150, 400, 400, CHECKED_TIMEOUT_MS];
const MAX_STALENESS_MS = [1, 100, 500, 1_500, 4_000];
const FILTERS: readonly Pick<RequestedRead, 'filter' | 'wanted'>[] = [
  { filter: { passAllFilter: true }, wanted: { objects: true, events: true } },
  { filter: familyIs(OBJECTS), wanted: { objects: true, events: false } },
  { filter: chain(familyIs(EVENTS), stripValue()), wanted: { objects: false, events: true } },
];

/** Returns a random read of the rows, with the token or without; `nowMs` is the reading of the requester's clock. */
export function randomRead(
  dice: Dice,
  {
    keys,
    token,
    nowMs,
  }: { readonly keys: readonly string[]; readonly token: WriteToken; readonly nowMs: number },
): RequestedRead {
  return {
    keys,
    consistency: anyConsistency(dice, token, nowMs),
    ...dice.pick(FILTERS),
    timeoutMs: dice.pick(TIMEOUTS_MS),
  };
}

function anyConsistency(dice: Dice, token: WriteToken, nowMs: number): Consistency {
  const level = dice.pick(CONSISTENCY_LEVELS);
  const brings = !isEmptyToken(token) && (level === 'at-least-as-fresh' || dice.chance(0.5));
  return {
    level: level === 'at-least-as-fresh' && !brings ? 'eventual' : level,
    onUnmet: dice.chance(0.3) ? 'stale' : 'error',
    ...(brings && { token }),
    ...(level === 'bounded' && { maxStalenessMs: dice.pick(MAX_STALENESS_MS) }),
    ...(level === 'strict' && dice.chance(0.25) && { asOfMs: nowMs - dice.below(3_000) }),
  };
}
