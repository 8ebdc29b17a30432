import { integer, type Environment } from '../environment';

const GIB = 1024 * 1024 * 1024;

/** Limits of counting that depend on whose events are counted, and by how large a server. */
export interface CountSettings {
  readonly eventCellsMax: number;
  readonly eventBytesMax: number;
  readonly batchUsersMax: number;
  readonly batchBytesMax: number;
  readonly answerCountsMax: number;
}

export function readCounts<D extends CountSettings>(env: Environment, d: D): D {
  return {
    ...d,
    eventCellsMax: env.get(
      'TIDEMARK_COUNTS_EVENT_CELLS_MAX',
      integer(1, 10_000_000),
      d.eventCellsMax,
      'Single events and blocks of one user in one read; who has more is answered 422',
    ),
    eventBytesMax: env.get(
      'TIDEMARK_COUNTS_EVENT_BYTES_MAX',
      integer(1_024, GIB),
      d.eventBytesMax,
      'Their bytes',
    ),
    batchUsersMax: env.get(
      'TIDEMARK_COUNTS_BATCH_USERS_MAX',
      integer(1, 10_000),
      d.batchUsersMax,
      'Users in one batch',
    ),
    batchBytesMax: env.get(
      'TIDEMARK_COUNTS_BATCH_BYTES_MAX',
      integer(1_024, GIB),
      d.batchBytesMax,
      'Bytes of their events that are held together; larger ones are read user by user',
    ),
    answerCountsMax: env.get(
      'TIDEMARK_COUNTS_ANSWER_MAX',
      integer(1, 100_000_000),
      d.answerCountsMax,
      'Counts in one answer',
    ),
  };
}
