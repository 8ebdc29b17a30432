import type { ErrorCode, TidemarkError } from '../../errors';

/** Result of a round of a worker of erasures. */
export interface ErasureTally {
  /** Open entries of the worker's share. */
  open: number;
  /** Those of the open entries that are past their due date. */
  overdue: number;
  /** When the oldest of the open entries was requested, in milliseconds since the epoch; undefined without any. */
  oldestRequestedAtMs?: number | undefined;
  /** Entries whose data was hidden in this round. */
  hidden: number;
  certified: number;
  /** Entries that wait until nothing that was derived from their data can arrive any more. */
  waiting: number;
  /** Entries of users who are moving. */
  moving: number;
  /** Entries of users whose data other regions process. */
  elsewhere: number;
  /** Entries of which something is left that keeps arriving, or that the schema cannot decode. */
  remaining: number;
  failed: number;
  /** Failures by code, each with an example. */
  readonly failures: Partial<Record<ErrorCode, { count: number; example: string }>>;
}

export const emptyErasureTally = (): ErasureTally => ({
  open: 0,
  overdue: 0,
  hidden: 0,
  certified: 0,
  waiting: 0,
  moving: 0,
  elsewhere: 0,
  remaining: 0,
  failed: 0,
  failures: {},
});

/** Counts an entry whose step has failed. Those of other regions have not failed. */
export function recordFailure(tally: ErasureTally, { code, message }: TidemarkError): void {
  if (code === 'wrong_region') {
    tally.elsewhere += 1;
    return;
  }
  tally.failed += 1;
  const known = tally.failures[code];
  if (known === undefined) tally.failures[code] = { count: 1, example: message };
  else known.count += 1;
}
