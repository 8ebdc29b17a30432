import type { ConsistencyLevel, ReadEvidence } from '../../core/consistency/consistency';
import type { ErrorCode } from '../../errors';

/** What a step of a tour is to come to. A finding that differs is a failure of the store, not of the tour. */
export type Expectation =
  /** An answer, whatever it holds. */
  | 'an answer'
  /** An answer that holds the newest acknowledged write. */
  | 'the newest'
  /** An answer that says itself that it is not what was asked for. */
  | 'stale, and says so'
  | 'consistency_unmet';

/** What a step did and what came of it, as measured. */
export interface StepResult {
  readonly kind: 'write' | 'read' | 'fault' | 'check';
  /** E.g. `Read in europe-west1, strict`. */
  readonly did: string;
  readonly ms: number;
  /** Why it came so, from what was measured. */
  readonly why: string;
  readonly expected?: Expectation | undefined;
  readonly ok: boolean;
  /** Who accepted the write, or answered the read. */
  readonly clusters?: readonly string[];
  readonly level?: ConsistencyLevel;
  readonly evidence?: Pick<ReadEvidence, 'met' | 'tier' | 'lookups' | 'stalenessMs'>;
  /** Of the object: the version that was written or read, of the newest that had been acknowledged. */
  readonly version?: number;
  readonly newest?: number;
  readonly error?: ErrorCode;
}
