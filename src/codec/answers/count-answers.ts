/** Parts of count queries and of their results that the encoders of answers need. */
import type { CountQuery } from '../../core/counts/count-query';
import type { CountTable } from '../../core/counts/count-table';
import type { Omission } from '../../core/privacy/omissions';
import type { TidemarkError } from '../../errors';

/** The part of a query that its answer repeats. */
type AnsweredQuery = Pick<CountQuery, 'asOfMs' | 'windows'>;

/** A query for one user. */
export type AnsweredUserQuery = Pick<CountQuery, 'userId' | 'asOfMs' | 'windows'>;

/** A query for several users. */
export interface AnsweredBatchQuery {
  readonly query: AnsweredQuery;
  readonly userIds: readonly string[];
}

/** Counts of one user. */
export interface UserCounts {
  readonly table: CountTable;
  /** DataTypes that are left out. Default: none. */
  readonly omitted?: readonly Omission[] | undefined;
  /** Time up to which the counts are complete, in milliseconds since the Unix epoch; undefined when unknown. */
  readonly completeUpToMs: number | undefined;
}

/** Counts of several users, in the order of the query. */
export interface BatchCounts extends Pick<UserCounts, 'completeUpToMs'> {
  readonly users: readonly CountsOrError[];
}

/** Counts of one user, or why they could not be read. */
export type CountsOrError = Pick<UserCounts, 'table' | 'omitted'> | { readonly error: TidemarkError };
