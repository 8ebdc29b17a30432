/** The rows of a wave: copied to the placement where they go, and deleted in the one that they leave. */
import { cellsPerColumnLimit, chain, columnsOf, stripValue } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { Cell, Filter } from '../../bigtable/client/types';
import { RESERVATION_FAMILY } from '../../core/caps/reservation-family';
import { EVENTUAL } from '../../core/consistency/consistency';
import { PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import { cellsToCopy } from '../../core/residency/cells-to-copy';
import { placedTable, type PlacementGroup } from '../../core/residency/placement-rules';
import type { RowClaim, RowRole } from '../../core/residency/row-role';
import type { MovingSubject, StoredWave } from '../../core/residency/stored-wave';
import { TidemarkError } from '../../errors';
import { runBounded } from '../../platform/tasks/run-bounded';
import type { Reader, RowPresence } from '../../consistency/store';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import { takeOverReservations } from '../reservation-takeover';
import { chunksOf, type ChunkLimits } from './chunks';
import { ClaimedRows, type ClaimedRowsDependencies } from './claimed-rows';
import type { MovedCorpus } from './mover-dependencies';
import type { MoverSteps } from './steps';
import type { WaveEntries } from './wave-entries';

export interface MovingRowsDependencies extends ClaimedRowsDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly reservations: RowTransactions;
  readonly presence: RowPresence;
  readonly corpusOf: (corpus: string) => MovedCorpus;
  readonly limits: ChunkLimits & {
    readonly rowsInFlight: number;
    readonly rowsPerCallMax: number;
    readonly largeRowBytes: number;
  };
}

interface MovingRowsContext {
  readonly wave: StoredWave;
  readonly group: PlacementGroup;
  readonly entries: Pick<WaveEntries, 'check'>;
  readonly steps: MoverSteps;
}

/**
 * Families of DataTypes, and that of users' choices and erasures. The others of Tidemark itself, which begin with "_", are
 * not copied.
 */
const DATA: Filter = { familyNameRegexFilter: `[^_].*|${PRIVACY_FAMILY}` };

const ANY_RESERVATION: Filter = chain(columnsOf(RESERVATION_FAMILY), cellsPerColumnLimit(1), stripValue());

/** Tables of one corpus in both placements. */
interface CorpusTables {
  readonly corpus: string;
  readonly fromTable: string;
  readonly toTable: string;
}

export class MovingRows {
  readonly #dependencies: MovingRowsDependencies;
  readonly #context: MovingRowsContext;
  readonly #claimed: ClaimedRows;
  /** Ends when no large row is being copied. */
  #largeRow: Promise<unknown> = Promise.resolve();

  constructor(dependencies: MovingRowsDependencies, context: MovingRowsContext) {
    this.#dependencies = dependencies;
    this.#context = context;
    this.#claimed = new ClaimedRows(dependencies, context.wave.id, context.steps);
  }

  /** Tables of the wave's rows in a placement. */
  tablesIn(placement: string): readonly string[] {
    const { group } = this.#context;
    return group.corpora.map((corpus) => placedTable(group, corpus, placement));
  }

  /**
   * Closes the reservations of each row in the placement that it leaves, and copies them. A row without any is left as
   * it is: after the barrier of `overlaid`, no reservation there counts any more.
   */
  async closeReservations(subjects: readonly MovingSubject[]): Promise<void> {
    const { reservations, corpusOf } = this.#dependencies;
    const { steps } = this.#context;
    const corpora = this.#tables().filter(({ corpus }) => corpusOf(corpus).takesReservations);
    await this.#each(subjects, async ({ rowKey: key, epoch }) => {
      for (const { fromTable, toTable } of corpora) {
        await steps.run(async (call) => {
          const { row } = await reservations.begin(fromTable, key).read({ filter: ANY_RESERVATION }, call);
          if (row === undefined) return;
          for (;;) {
            const takeover = { key, fromTable, toTable, epoch };
            const outcome = await takeOverReservations(reservations, takeover, () => call);
            if (outcome === 'done') return;
          }
        });
      }
    });
  }

  /** Copies what the rows have where they were. */
  async copy(subjects: readonly MovingSubject[]): Promise<void> {
    await this.#each(subjects, async (subject) => {
      for (const tables of this.#tables()) await this.#copyRow(subject, tables);
    });
  }

  /** Returns the subjects that have a row in a cluster of the placement that they leave. */
  async remaining(subjects: readonly MovingSubject[]): Promise<readonly MovingSubject[]> {
    const { presence, limits } = this.#dependencies;
    const { wave, steps } = this.#context;
    const keys = subjects.map(({ rowKey }) => rowKey);
    const found = new Set<string>();
    for (const table of this.tablesIn(wave.from)) {
      for (let at = 0; at < keys.length; at += limits.rowsPerCallMax) {
        const some = keys.slice(at, at + limits.rowsPerCallMax);
        const byCluster = await steps.run((call) => presence(table, some, call));
        for (const present of byCluster.values())
          for (const key of present) found.add(key.toString('base64'));
      }
    }
    return subjects.filter(({ rowKey }) => found.has(rowKey.toString('base64')));
  }

  /**
   * Deletes the rows where they were. What the other placement lacks is copied first: writes that arrived late, and
   * were never acknowledged.
   */
  async purge(subjects: readonly MovingSubject[]): Promise<void> {
    await this.#each(subjects, async (subject) => {
      for (const tables of this.#tables()) {
        const row = { table: tables.fromTable, key: subject.rowKey };
        const claim = this.#claimOf(subject, 'leaving');
        await this.#claimed.claim(row, claim);
        await this.#context.entries.check(subject);
        await this.#copyRow(subject, tables);
        await this.#claimed.remove(row, claim);
      }
    });
  }

  #tables(): readonly CorpusTables[] {
    const { group, wave } = this.#context;
    return group.corpora.map((corpus) => ({
      corpus,
      fromTable: placedTable(group, corpus, wave.from),
      toTable: placedTable(group, corpus, wave.to),
    }));
  }

  #claimOf({ epoch }: MovingSubject, role: RowRole): RowClaim {
    return { epoch, role, term: this.#context.wave.term };
  }

  async #copyRow(subject: MovingSubject, tables: CorpusTables): Promise<void> {
    try {
      await this.#copyCells(subject, tables, this.#dependencies.limits.largeRowBytes);
    } catch (error) {
      if (!(error instanceof TidemarkError) || error.code !== 'answer_too_large') throw error;
      const before = this.#largeRow;
      const copied = before.then(() => this.#copyCells(subject, tables, undefined));
      this.#largeRow = copied.catch(() => undefined);
      await copied;
    }
  }

  async #copyCells(
    subject: MovingSubject,
    { corpus, fromTable, toTable }: CorpusTables,
    bytesMax: number | undefined,
  ): Promise<void> {
    const key = subject.rowKey;
    const from = await this.#read(fromTable, key, bytesMax);
    if (from.length === 0) return;
    const row = { table: toTable, key };
    const claim = this.#claimOf(subject, 'filling');
    await this.#claimed.claim(row, claim);
    await this.#context.entries.check(subject);
    const to = await this.#read(toTable, key, bytesMax);
    const { markedFamilies, voidedBy } = this.#dependencies.corpusOf(corpus);
    const cells = cellsToCopy({
      from,
      to,
      hasMarkers: (family) => markedFamilies.has(family),
      voidedUpTo: voidedBy([...from, ...to]),
    });
    for (const chunk of chunksOf(cells, this.#dependencies.limits)) {
      const mutations = chunk.map(({ family, qualifier, timestampMicros, value }) =>
        setCell(family, qualifier, timestampMicros, value),
      );
      await this.#claimed.write(row, claim, mutations);
    }
  }

  async #read(table: string, key: Buffer, bytesMax: number | undefined): Promise<readonly Cell[]> {
    const { reader } = this.#dependencies;
    const read = { table, key, filter: DATA, bytesMax };
    const { row } = await this.#context.steps.run((call) => reader.readRow(read, EVENTUAL, call));
    return row?.cells ?? [];
  }

  #each(
    subjects: readonly MovingSubject[],
    task: (subject: MovingSubject) => Promise<void>,
  ): Promise<void[]> {
    return runBounded(subjects, this.#dependencies.limits.rowsInFlight, task);
  }
}
