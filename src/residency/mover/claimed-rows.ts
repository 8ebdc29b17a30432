/**
 * Rows that a mover changes: each change is conditional on the row's claim, so a mover that was replaced has no effect.
 */
import { cellsPerColumnLimit, chain, columnsOf } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions, Cell, Filter, Mutation } from '../../bigtable/client/types';
import { LOCATION_FAMILY } from '../../core/residency/location-family';
import {
  CLAIM_QUALIFIER,
  claimIn,
  encodeClaim,
  isLaterClaim,
  isSameClaim,
  type RowClaim,
} from '../../core/residency/row-role';
import { versionOf } from '../../core/rows/row-version';
import type { Clock } from '../../platform/time/clock';
import type { RemovingTransaction, TableTransactions } from '../../consistency/transactions/row-transactions';
import type { MoverSteps } from './steps';
import { WaveTakenOver } from './wave-taken-over';

export interface ClaimedRowsDependencies {
  readonly transactions: TableTransactions;
  readonly clock: Clock;
}

export interface RowAddress {
  readonly table: string;
  readonly key: Buffer;
}

const CLAIM: Filter = chain(columnsOf(LOCATION_FAMILY), cellsPerColumnLimit(1));

export class ClaimedRows {
  readonly #dependencies: ClaimedRowsDependencies;
  readonly #waveId: string;
  readonly #steps: MoverSteps;

  constructor(dependencies: ClaimedRowsDependencies, waveId: string, steps: MoverSteps) {
    this.#dependencies = dependencies;
    this.#waveId = waveId;
    this.#steps = steps;
  }

  /**
   * Claims the row. The mover must look at the directory's entry afterwards, and change the row only if the wave is
   * still its own then: the claim may be that of a mover which was replaced long ago, on a row that has no claim any
   * more.
   */
  async claim(row: RowAddress, claim: RowClaim): Promise<void> {
    await this.#steps.run(async (call) => {
      for (;;) {
        const { transaction, cells, present } = await this.#read(row, call);
        if (isLaterClaim(present, claim)) throw new WaveTakenOver(this.#waveId);
        if (isSameClaim(present, claim)) return;
        const atMs = Math.max(this.#dependencies.clock.nowMs(), newestMs(cells) + 1);
        const mutations = [setCell(LOCATION_FAMILY, CLAIM_QUALIFIER, atMs * 1_000, encodeClaim(claim))];
        const change = { version: versionOf(cells, LOCATION_FAMILY), mutations };
        if ((await transaction.commitUnmarked(change, call)) !== 'conflict') return;
      }
    });
  }

  /** Writes to a row that has the claim. */
  async write(row: RowAddress, claim: RowClaim, mutations: readonly Mutation[]): Promise<void> {
    await this.#steps.run(async (call) => {
      for (;;) {
        const { transaction, cells, present } = await this.#read(row, call);
        if (!isSameClaim(present, claim)) throw new WaveTakenOver(this.#waveId);
        const change = { version: versionOf(cells, LOCATION_FAMILY), mutations };
        if ((await transaction.commitUnmarked(change, call)) !== 'conflict') return;
      }
    });
  }

  /** Deletes a row that has the claim. A row without any claim has been deleted already. */
  async remove(row: RowAddress, claim: RowClaim): Promise<void> {
    await this.#steps.run(async (call) => {
      for (;;) {
        const { transaction, cells, present } = await this.#read(row, call);
        if (present === undefined) return;
        if (!isSameClaim(present, claim)) throw new WaveTakenOver(this.#waveId);
        const version = versionOf(cells, LOCATION_FAMILY)!;
        if ((await transaction.remove(version, call)) === 'removed') return;
      }
    });
  }

  async #read({ table, key }: RowAddress, call: CallOptions): Promise<ReadRow> {
    const transaction = this.#dependencies.transactions.begin(table, key);
    const { row } = await transaction.read({ filter: CLAIM }, call);
    const cells = row?.cells ?? [];
    return { transaction, cells, present: claimIn(cells) };
  }
}

interface ReadRow {
  readonly transaction: RemovingTransaction;
  readonly cells: readonly Cell[];
  readonly present: RowClaim | undefined;
}

const newestMs = (cells: readonly Cell[]): number =>
  cells.reduce((newest, { timestampMicros }) => Math.max(newest, timestampMicros / 1_000), 0);
