import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Cell } from '../../bigtable/client/types';
import type { PlacementRules } from '../../core/residency/placement-rules';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Reader, RowPresence, Scanner, Writer } from '../../consistency/store';
import type { RowTransactions, TableTransactions } from '../../consistency/transactions/row-transactions';
import type { LocationDirectory } from '../location-directory';
import type { MoveFeed } from '../move-feed';
import type { MoverStepLimits, StepPace } from './steps';

/** Part of the schema of a corpus that moves depend on. */
export interface MovedCorpus {
  /** Families whose deletions are delete markers: those of objects. */
  readonly markedFamilies: ReadonlySet<string>;
  /** Whether its rows have reservations: corpora with events. */
  readonly takesReservations: boolean;
  /**
   * Returns what the user's record among the cells voids: the time by family, in microseconds since the Unix epoch, up to
   * which no read shows cells again. Negative for none.
   */
  readonly voidedBy: (cells: readonly Cell[]) => (family: string) => number;
}

/**
 * Resolves when every write to the tables that was acknowledged before the call is in all clusters of each. Tables are
 * named as in the store.
 */
export type AwaitReplication = (
  tables: readonly string[],
  options: { readonly signal: CancelSignal | undefined },
) => Promise<void>;

export interface MoverLimits extends MoverStepLimits {
  /** Length of the lease by which processes follow the feed, in milliseconds: the same in all processes. */
  readonly leaseMs: number;
  readonly entriesInFlight: number;
  readonly rowsInFlight: number;
  /** Largest number of rows in one call. */
  readonly rowsPerCallMax: number;
  readonly largeRowBytes: number;
  readonly chunkCellsMax: number;
  readonly chunkBytesMax: number;
  /** Largest size of the row keys in one wave, in bytes. */
  readonly waveBytesMax: number;
  readonly purgeRoundsMax: number;
  readonly feedRecordsMin: number;
}

/** Everything that a mover uses. Tables are those of the batch store, except for the directory and reservations. */
export interface MoverDependencies {
  readonly rules: () => PlacementRules;
  /** Returns what a placement lacks for moves to and from it, as a sentence; undefined if it lacks nothing. */
  readonly missingForMoves: (placement: string) => string | undefined;
  /** Whether this process may process the data of the placement, and so read its waves. Absent: of all. */
  readonly isServed?: ((placement: string) => boolean) | undefined;
  readonly corpusOf: (corpus: string) => MovedCorpus;
  readonly directory: Pick<LocationDirectory, 'change' | 'present' | 'nearestOfAll'>;
  readonly feed: Pick<MoveFeed, 'read' | 'append' | 'trim'>;
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRows'>;
  readonly scanner: Pick<Scanner, 'scan'>;
  /** Transactions at batch clusters whose versions are in `LOCATION_FAMILY`. */
  readonly transactions: TableTransactions;
  /** Transactions of reservations. Serving clusters decide about them. */
  readonly reservations: RowTransactions;
  /** Finds rows at every cluster. */
  readonly presence: RowPresence;
  readonly awaitReplication: AwaitReplication;
  /** Pace of all calls. Undefined: they do not wait. */
  readonly pace?: StepPace | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: MoverLimits;
}
