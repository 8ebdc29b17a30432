import type { ConsistencyLevel, ReadEvidence } from '../../core/consistency/consistency';
import type { ErrorCode } from '../../errors';

/** Expected outcome of a step. Another outcome is a failure of the store, not of the tour. */
export type Expectation =
  /** An answer with any contents. */
  | 'an answer'
  /** An answer that contains the newest acknowledged write. */
  | 'the newest'
  /** An answer that is marked as not meeting the requested consistency. */
  | 'a stale answer, marked as unmet'
  | 'consistency_unmet'
  | 'wrong_region';

/** A step and its measured outcome. */
export interface StepResult {
  readonly kind: 'write' | 'read' | 'fault' | 'check';
  /** Title of the step, e.g. `Read in europe-west1, strict`. */
  readonly title: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Explanation of the outcome. */
  readonly why: string;
  readonly expected?: Expectation | undefined;
  readonly ok: boolean;
  /** Ids of the clusters that accepted the write or answered the read. */
  readonly clusters?: readonly string[] | undefined;
  readonly level?: ConsistencyLevel;
  readonly evidence?: Pick<ReadEvidence, 'met' | 'tier' | 'lookups' | 'stalenessMs'>;
  /** Version of the object that was written or read. */
  readonly version?: number;
  /** Newest acknowledged version of the object. */
  readonly newest?: number;
  readonly error?: ErrorCode;
}
