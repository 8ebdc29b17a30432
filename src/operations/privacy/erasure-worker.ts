/** Takes open erasures and withdrawals to their certificates: docs/decisions/0013-privacy.md. */
import type { ErasureTimes } from '../../core/privacy/erasure-times';
import type { ErasureWorkerDependencies } from './erasure-dependencies';
import { ErasureRound, type RoundOptions } from './erasure-round';
import type { ErasureTally } from './erasure-tally';

/**
 * Runs rounds. Every step may be repeated, by this worker or any other, at the same time. Errors of a round: those of the
 * ledger and of consistency tokens, and `client_closed_request`; those of single users are part of the tally.
 */
export interface ErasureWorker {
  round(options: RoundOptions): Promise<ErasureTally>;
}

export function createErasureWorker(dependencies: ErasureWorkerDependencies): ErasureWorker {
  /** Times of the entries that this worker has swept once, by id: their data goes as soon as possible. */
  const swept = new Map<string, ErasureTimes>();
  return { round: (options) => new ErasureRound(dependencies, options, swept).run() };
}
