/** Deletes what a user's record hides from their row: after erasures, withdrawals and deletions of events. */
import {
  blockAll,
  cellsPerRowLimit,
  chain,
  columnsOf,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import { deleteCell, deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import type { Cell, Filter, Mutation } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import type { EventCell } from '../../core/columns/event-cell';
import { removeEvents } from '../../core/compaction/remove-events';
import type { LargeBlockLimits } from '../../core/compaction/write-block';
import { removableEvents } from '../../core/privacy/hidden-events';
import { planSweep, voidedColumns, type SweepBounds } from '../../core/privacy/plan-sweep';
import { PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import { rowKey } from '../../core/rows/row-key';
import { cellsOfFamily } from '../../core/rows/row-parts';
import { isEventDataType, isPersonal, type Corpus, type DataType } from '../../core/schema/schema';
import type { Clock } from '../../platform/time/clock';
import type { Reader, RowAnswer, Writer } from '../../consistency/store';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import { MoverSteps, type StepDependencies, type MoverStepLimits } from '../../residency/mover/steps';
import { removeReservations } from './remove-reservations';

/** Number of deletions of a sweep. */
interface SweepTally {
  /** Columns and cells of events, objects, delete markers and decisions. */
  cells: number;
  /** Blocks that were rewritten without hidden events, or deleted. */
  blocks: number;
  reservations: number;
}

export interface SweepDependencies extends Pick<StepDependencies, 'random'> {
  /** Reader of corpora that evaluates users' records. */
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  /** Transactions of reservations. Serving clusters decide about them. */
  readonly transactions: RowTransactions;
  /** Corpora of the schema. Those without users are ignored. */
  readonly corpora: readonly Corpus[];
  readonly clock: Clock;
  readonly limits: SweepLimits;
}

interface SweepLimits extends MoverStepLimits, LargeBlockLimits {
  /** Largest number of cells in one read, without their values. */
  readonly cellsPerPage: number;
  readonly mutationsPerWrite: number;
}

interface SweepOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sweeps the rows of a user in all personal corpora. It reads one cluster, so what another one has alone stays: wait for
 * a consistency token before. It may run at any time, as often as wanted and at the same time as others: each deletion
 * is bounded by what is hidden for ever. Errors: those of reads, writes and transactions, once a step has failed for too
 * long, and `client_closed_request`.
 */
export type SweepSubject = (userId: string, options?: SweepOptions) => Promise<SweepTally>;

export function createSweepSubject(dependencies: SweepDependencies): SweepSubject {
  const corpora = dependencies.corpora.filter(isPersonal);
  return async (userId, { signal } = {}) => {
    const tally: SweepTally = { cells: 0, blocks: 0, reservations: 0 };
    const steps = new MoverSteps(dependencies, signal);
    for (const corpus of corpora) await new RowSweep(dependencies, { userId, corpus, steps, tally }).run();
    return tally;
  };
}

interface SweepContext {
  readonly userId: string;
  readonly corpus: Corpus;
  readonly steps: MoverSteps;
  readonly tally: SweepTally;
}

const MICROS_PER_MS = 1_000;
/** Pages of cells of families without a declaration that one sweep deletes. The next sweep goes on. */
const UNDECLARED_PAGES_MAX = 1_000;
/** Reads of the record alone: it is added to each filter. */
const NO_DATA: Filter = blockAll();

class RowSweep {
  readonly #dependencies: SweepDependencies;
  readonly #context: SweepContext;
  readonly #key: Buffer;

  constructor(dependencies: SweepDependencies, context: SweepContext) {
    this.#dependencies = dependencies;
    this.#context = context;
    this.#key = rowKey(context.userId);
  }

  async run(): Promise<void> {
    const { corpus } = this.#context;
    for (const dataType of corpus.dataTypes) await this.#sweepFamily(dataType);
    for (let page = 0; page < UNDECLARED_PAGES_MAX && (await this.#sweepUndeclared()); page++) continue;
    await this.#sweepRecord();
  }

  async #sweepFamily(dataType: DataType): Promise<void> {
    const { limits } = this.#dependencies;
    for (let after: Buffer | undefined; ;) {
      const { cells, bounds } = await this.#namesAfter(dataType, after);
      const { columns: found, cells: exact, blocks } = planSweep(cells, bounds);
      const { family } = dataType;
      const isLast = cells.length < limits.cellsPerPage;
      after = isLast ? undefined : Buffer.from(cells.at(-1)!.qualifier);
      // The page may end within a column, before its hidden versions: the next page begins after the column.
      const isCut = after !== undefined && bounds.upToMicros >= 0 && found.at(-1)?.equals(after) !== true;
      const columns = isCut ? [...found, after!] : found;
      await this.#delete([
        ...columns.map((column) => deleteUpTo(family, column, bounds.upToMicros)),
        ...exact.map(({ qualifier, timestampMicros }) => deleteCell(family, qualifier, timestampMicros)),
      ]);
      for (const block of blocks) await this.#sweepBlock(dataType, block.qualifier);
      if (isLast) return;
    }
  }

  /** Reads names of cells after a column, and what of the family is hidden for ever. */
  async #namesAfter(
    { family, events }: DataType,
    after: Buffer | undefined,
  ): Promise<{ readonly cells: readonly Cell[]; readonly bounds: SweepBounds }> {
    const start = after === undefined ? undefined : nextColumn(after);
    const columns = start === undefined ? columnsOf(family) : qualifierRange({ family, start });
    const limit = cellsPerRowLimit(this.#dependencies.limits.cellsPerPage);
    const { row, privacy } = await this.#read(chain(columns, limit, stripValue()));
    const bounds = {
      upToMicros: privacy?.removableUpTo(family) ?? -1,
      events: events === undefined ? undefined : removableEvents(privacy, family),
    };
    return { cells: row === undefined ? [] : cellsOfFamily(row, family), bounds };
  }

  /** Replaces a block by one without its hidden events. */
  async #sweepBlock(dataType: DataType, qualifier: Buffer): Promise<void> {
    if (!isEventDataType(dataType)) return;
    const { limits } = this.#dependencies;
    const { family, events: type } = dataType;
    const filter = qualifierRange({ family, start: qualifier, end: nextColumn(qualifier) });
    const { row, privacy } = await this.#read(filter);
    const cells = row === undefined ? [] : cellsOfFamily(row, family);
    const hidden = removableEvents(privacy, family);
    const { removed, blocks } = removeEvents<EventCell>(cells, type, { hidden, limits });
    if (removed.length === 0) return;
    await this.#write([
      ...removed.map(({ timestampMicros }) => deleteCell(family, qualifier, timestampMicros)),
      ...blocks.map((block) =>
        setCell(family, block.qualifier as Buffer, block.timestampMicros, block.value as Buffer),
      ),
    ]);
    this.#context.tally.blocks += removed.length;
  }

  /**
   * Deletes a page of what an erasure hides of families that the schema does not declare any more. Returns whether there
   * may be another page. The declared families are swept already, so little else is that old.
   */
  async #sweepUndeclared(): Promise<boolean> {
    const { cellsPerPage } = this.#dependencies.limits;
    const { privacy: known } = await this.#read(NO_DATA);
    const upToMicros = known?.record.objectsErasedUpTo ?? -1;
    if (upToMicros < 0) return false;
    const families = this.#context.corpus.dataTypes.map(({ family }) => family);
    const older = timestampRange(undefined, upToMicros + MICROS_PER_MS);
    const filter = chain({ familyNameRegexFilter: '[^_].*' }, older, cellsPerRowLimit(cellsPerPage));
    const { row } = await this.#read(chain(filter, stripValue()));
    const cells = row?.cells ?? [];
    const undeclared = cells.filter(({ family }) => !families.includes(family) && !family.startsWith('_'));
    await this.#delete(
      undeclared.map(({ family, qualifier }) => deleteUpTo(family, Buffer.from(qualifier), upToMicros)),
    );
    return cells.length >= cellsPerPage && undeclared.length > 0;
  }

  /** Deletes decisions and markers of deleted events that an erasure voids, and the reservations of before. */
  async #sweepRecord(): Promise<void> {
    const { tally, corpus, steps, userId } = this.#context;
    const { privacy } = await this.#read(NO_DATA);
    if (privacy === undefined) return;
    const { eventsErasedUpTo } = privacy.record;
    const voided = voidedColumns(privacy);
    await this.#delete(
      voided.map(({ column, upToMicros }) => deleteUpTo(PRIVACY_FAMILY, column, upToMicros)),
    );
    if (eventsErasedUpTo < 0 || !corpus.dataTypes.some(isEventDataType)) return;
    const upToMs = eventsErasedUpTo / MICROS_PER_MS;
    const { count } = await steps.run((call) =>
      removeReservations(this.#dependencies, { table: corpus.name, userId, upToMs }, call),
    );
    tally.reservations += count;
  }

  #read(filter: Filter): Promise<RowAnswer> {
    const { reader } = this.#dependencies;
    const read = { table: this.#context.corpus.name, key: this.#key, filter, keepsHidden: true };
    return this.#context.steps.run((call) => reader.readRow(read, EVENTUAL, call));
  }

  async #delete(mutations: readonly Mutation[]): Promise<void> {
    const { mutationsPerWrite } = this.#dependencies.limits;
    for (let at = 0; at < mutations.length; at += mutationsPerWrite)
      await this.#write(mutations.slice(at, at + mutationsPerWrite));
    this.#context.tally.cells += mutations.length;
  }

  async #write(mutations: readonly Mutation[]): Promise<void> {
    const { writer } = this.#dependencies;
    const { corpus, steps } = this.#context;
    await steps.run((call) => writer.mutateRow(corpus.name, { key: this.#key, mutations }, call));
  }
}

/** Deletes the versions of a column up to a time, inclusive. Versions are whole milliseconds. */
function deleteUpTo(family: string, qualifier: Buffer, upToMicros: number): Mutation {
  const endMicros = (Math.floor(upToMicros / MICROS_PER_MS) + 1) * MICROS_PER_MS;
  return deleteFromColumn(family, qualifier, { endMicros });
}

/** Returns the next possible column. */
const nextColumn = (column: Buffer): Buffer => Buffer.concat([column, Buffer.of(0)]);
