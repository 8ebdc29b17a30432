import type { CapQuery } from '../../core/caps/cap-query';
import type { Consistency } from '../../core/consistency/consistency';

/** A check of caps, with or without reservations. */
export interface CheckCapsRequest {
  readonly query: CapQuery;
  readonly consistency: Consistency;
}
