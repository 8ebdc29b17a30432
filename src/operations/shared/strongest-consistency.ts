import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { TidemarkError } from '../../errors';

/** The part of a store that knows which consistency it can prove. */
export interface ConsistencyCheck {
  /** Throws `consistency_unsupported` when the store cannot satisfy the consistency. */
  check(consistency: Consistency): void;
}

/** Returns the level `strict` if the store can prove it, else `eventual`. */
export function strongestConsistency(store: ConsistencyCheck): Consistency {
  const strict: Consistency = { level: 'strict' };
  try {
    store.check(strict);
    return strict;
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'consistency_unsupported') return EVENTUAL;
    throw error;
  }
}
