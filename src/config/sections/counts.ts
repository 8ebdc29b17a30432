import { integer, type Environment } from '../environment';
import { widened } from '../widened';

const GIB = 1024 * 1024 * 1024;

/** Defaults of counts of one user. */
export const COUNT_DEFAULTS = {
  windowsMax: 64,
  entityIdsMax: 10_000,
  windowDaysMax: 400,
  /** Maximum of windows × listed ids, which is the size of the answer that a query can force. */
  listedCountsMax: 200_000,
  /** Maximum number of cells (single events, and blocks of many) in one read of a user. Only bots have more. */
  eventCellsMax: 50_000,
  /** Maximum size of these cells, in bytes. */
  eventBytesMax: 16 * 1024 * 1024,
  batchUsersMax: 100,
  /**
   * Maximum size of the events of a batch that are in memory together, in bytes; larger batches are read user by user.
   */
  batchBytesMax: 64 * 1024 * 1024,
  /** Maximum number of counts in one answer. */
  answerCountsMax: 500_000,
  /**
   * Counters allowed during counting for each count of the answer, also for ids that turn out to have no event in any
   * window.
   */
  countersPerAnswerCount: 16,
} as const;

/** Reads limits of counting that depend on the data and on the size of the server. */
export function readCountsConfig(env: Environment) {
  const d = widened(COUNT_DEFAULTS);
  return {
    ...d,
    eventCellsMax: env.get(
      'TIDEMARK_COUNTS_EVENT_CELLS_MAX',
      integer(1, 10_000_000),
      d.eventCellsMax,
      'Cells (single events and blocks) in one read of a user; users with more are answered with 422',
    ),
    eventBytesMax: env.get(
      'TIDEMARK_COUNTS_EVENT_BYTES_MAX',
      integer(1_024, GIB),
      d.eventBytesMax,
      'Bytes of cells in one read of a user; users with more are answered with 422',
    ),
    batchUsersMax: env.get(
      'TIDEMARK_COUNTS_BATCH_USERS_MAX',
      integer(1, 10_000),
      d.batchUsersMax,
      'Users in one batch query of counts',
    ),
    batchBytesMax: env.get(
      'TIDEMARK_COUNTS_BATCH_BYTES_MAX',
      integer(1_024, GIB),
      d.batchBytesMax,
      'Bytes of the events of a batch query in memory; larger batches are read user by user',
    ),
    answerCountsMax: env.get(
      'TIDEMARK_COUNTS_ANSWER_MAX',
      integer(1, 100_000_000),
      d.answerCountsMax,
      'Counts in one answer',
    ),
  };
}
