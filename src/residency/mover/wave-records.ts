/** The records of waves, beside the fences of the placement that a wave leaves. One cluster decides about each. */
import { cellsPerColumnLimit, chain, familyIs, qualifierIn } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions, Cell, Filter, Mutation, RowRange } from '../../bigtable/client/types';
import { LOCATION_FAMILY } from '../../core/residency/location-family';
import { fenceTable } from '../../core/residency/placement-rules';
import {
  decodeWave,
  encodeWave,
  WAVE_MICROS,
  WAVE_PREFIX,
  WAVE_QUALIFIER,
  waveKey,
  type StoredWave,
} from '../../core/residency/stored-wave';
import { VERSION_QUALIFIER, versionOf } from '../../core/rows/row-version';
import type { Scanner } from '../../consistency/store';
import type { TableTransactions } from '../../consistency/transactions/row-transactions';
import type { MoverSteps } from './steps';
import { WaveTakenOver } from './wave-taken-over';

export interface WaveRecordsDependencies {
  readonly transactions: TableTransactions;
  readonly scanner: Pick<Scanner, 'scan'>;
}

const RECORD: Filter = chain(
  familyIs(LOCATION_FAMILY),
  qualifierIn([WAVE_QUALIFIER, VERSION_QUALIFIER]),
  cellsPerColumnLimit(1),
);

/** Keys from the prefix to the next one: ";" comes after ":". */
const ALL_WAVES: RowRange = {
  start: { key: Buffer.from(WAVE_PREFIX), inclusive: true },
  end: { key: Buffer.from(WAVE_PREFIX.replace(':', ';')), inclusive: false },
};

export class WaveRecords {
  readonly #dependencies: WaveRecordsDependencies;

  constructor(dependencies: WaveRecordsDependencies) {
    this.#dependencies = dependencies;
  }

  async create(wave: StoredWave, steps: MoverSteps): Promise<void> {
    await this.#change(wave, steps, (present) => (present === undefined ? wave : undefined));
  }

  /** Takes the wave over: raises its term. Undefined if it has no record: its rows were deleted, or never moved. */
  takeOver(of: Pick<StoredWave, 'id' | 'from'>, steps: MoverSteps): Promise<StoredWave | undefined> {
    return this.#change(of, steps, (present) =>
      present === undefined ? undefined : { ...present, term: present.term + 1, isRequested: false },
    );
  }

  /** Records that the wave is being cancelled, if this mover has not been replaced. */
  async cancel(wave: StoredWave, steps: MoverSteps): Promise<void> {
    await this.#change(wave, steps, (present) => {
      if (present?.term !== wave.term) throw new WaveTakenOver(wave.id);
      return present.isCancelled ? undefined : { ...present, isCancelled: true };
    });
  }

  /**
   * Deletes the record, if this mover has not been replaced. The version is absent if it was collected as garbage: the
   * wave has then been open for weeks.
   */
  async remove({ id, from, term }: StoredWave, steps: MoverSteps): Promise<void> {
    await steps.run(async (call) => {
      for (;;) {
        const transaction = this.#dependencies.transactions.begin(fenceTable(from), waveKey(id));
        const { row } = await transaction.read({ filter: RECORD }, call);
        const present = waveIn(row?.cells ?? []);
        if (present === undefined) return;
        if (present.term !== term) throw new WaveTakenOver(id);
        const version = versionOf(row!.cells, LOCATION_FAMILY);
        if (version === undefined)
          await transaction.commitUnmarked({ version, mutations: [recordOf(present)] }, call);
        else if ((await transaction.remove(version, call)) === 'removed') return;
      }
    });
  }

  /** Returns the waves that leave the placement, as one cluster shows them. */
  async leaving(placement: string, call: CallOptions): Promise<readonly StoredWave[]> {
    const scan = { table: fenceTable(placement), ranges: [ALL_WAVES], filter: RECORD };
    const waves: StoredWave[] = [];
    for await (const { cells } of this.#dependencies.scanner.scan(scan, call)) {
      const wave = waveIn(cells);
      if (wave !== undefined) waves.push(wave);
    }
    return waves;
  }

  /** Changes the record in a transaction and returns it as it is then. */
  #change(
    { id, from }: Pick<StoredWave, 'id' | 'from'>,
    steps: MoverSteps,
    decide: (present: StoredWave | undefined) => StoredWave | undefined,
  ): Promise<StoredWave | undefined> {
    return steps.run(async (call) => {
      for (;;) {
        const transaction = this.#dependencies.transactions.begin(fenceTable(from), waveKey(id));
        const { row } = await transaction.read({ filter: RECORD }, call);
        const cells = row?.cells ?? [];
        const present = waveIn(cells);
        const next = decide(present);
        if (next === undefined) return present;
        const change = { version: versionOf(cells, LOCATION_FAMILY), mutations: [recordOf(next)] };
        if ((await transaction.commitUnmarked(change, call)) !== 'conflict') return next;
      }
    });
  }
}

const recordOf = (wave: StoredWave): Mutation =>
  setCell(LOCATION_FAMILY, WAVE_QUALIFIER, WAVE_MICROS, encodeWave(wave));

function waveIn(cells: readonly Cell[]): StoredWave | undefined {
  const cell = cells.find(({ qualifier }) => qualifier.equals(WAVE_QUALIFIER));
  return cell === undefined ? undefined : decodeWave(cell.value);
}
