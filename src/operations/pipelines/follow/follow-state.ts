import { cellsPerColumnLimit, chain, familyIs } from '../../../bigtable/read/filters';
import { setCell } from '../../../bigtable/write/mutations';
import type { CallOptions, Filter } from '../../../bigtable/client/types';
import { EMPTY_LAYOUT, type FollowLayout } from '../../../core/pipelines/follow/layout';
import type { PartitionRecord } from '../../../core/pipelines/follow/partition-lease';
import { PIPELINE_FAMILY, PIPELINES_TABLE } from '../../../core/pipelines/pipelines-table';
import { versionOf } from '../../../core/rows/row-version';
import { TidemarkError } from '../../../errors';
import type { Scanner } from '../../../consistency/store';
import type { TableTransactions } from '../../../consistency/transactions/row-transactions';
import { backoffMs } from '../../../platform/time/backoff';
import { sleep, type Clock } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import {
  followCodec,
  followRowOf,
  followRows,
  layoutKey,
  recordKey,
  type FollowCodec,
  type KeyCodec,
  type StateCodec,
  stateCell,
  STATE_QUALIFIER,
} from './follow-rows';

export interface FollowStateOptions {
  readonly pipeline: string;
  readonly scanner: Pick<Scanner, 'scan'>;
  /** Transactions whose versions are in `PIPELINE_FAMILY`. */
  readonly transactions: Pick<TableTransactions, 'begin'>;
  /** Codec of row keys and tokens. */
  readonly keys: KeyCodec;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: {
    /** Time limit of one change or scan, repetitions after conflicts included, in milliseconds. */
    readonly stateTimeoutMs: number;
  };
}

/** Record of a partition with the version of its row, which changes when its holder renews it. */
interface VersionedRecord {
  readonly record: PartitionRecord;
  readonly version: string;
}

export interface FollowView {
  readonly layout: FollowLayout;
  readonly records: ReadonlyMap<number, VersionedRecord>;
}

const STATE: Filter = chain(familyIs(PIPELINE_FAMILY), cellsPerColumnLimit(1));
/** Pause before a change is decided again after a conflict, in milliseconds. */
const CONFLICT_BACKOFF = { initialDelayMs: 5, maxDelayMs: 200 };

/**
 * Stored state of a followed pipeline. Errors: those of transactions and scans, `conflict` when other workers kept changing a
 * row, and `data_corrupted`.
 */
export class FollowState {
  readonly #options: FollowStateOptions;
  readonly #codec: FollowCodec;

  constructor(options: FollowStateOptions) {
    this.#options = options;
    this.#codec = followCodec(options.keys);
  }

  /** Returns the layout and all records, as one cluster shows them: they may be older than the last change. */
  async view(call: CallOptions = {}): Promise<FollowView> {
    const { scanner, pipeline, limits } = this.#options;
    let layout = EMPTY_LAYOUT;
    const records = new Map<number, VersionedRecord>();
    const scan = { table: PIPELINES_TABLE, ranges: [followRows(pipeline)], filter: STATE };
    for await (const row of scanner.scan(scan, { ...call, timeoutMs: limits.stateTimeoutMs })) {
      const cell = stateCell(row);
      const { id } = followRowOf(row.key);
      if (cell === undefined) continue;
      if (id === undefined) layout = this.#codec.layouts.decode(cell.value);
      else {
        const version = versionOf(row.cells, PIPELINE_FAMILY)?.text ?? '';
        records.set(id, { record: this.#codec.records.decode(cell.value), version });
      }
    }
    return { layout, records };
  }

  /** Returns the present layout, as the cluster that decides about it shows it. */
  async layout(call: CallOptions = {}): Promise<FollowLayout> {
    const { row } = await this.#read(layoutKey(this.#options.pipeline), call);
    const cell = stateCell(row);
    return cell === undefined ? EMPTY_LAYOUT : this.#codec.layouts.decode(cell.value);
  }

  /** Changes the layout. The decision returns undefined to leave it as it is. Returns the layout as it is then. */
  async changeLayout(
    decide: (layout: FollowLayout) => FollowLayout | undefined,
    call: CallOptions = {},
  ): Promise<FollowLayout> {
    const { present, next } = await this.#change(
      layoutKey(this.#options.pipeline),
      this.#codec.layouts,
      (layout) => decide(layout ?? EMPTY_LAYOUT),
      call,
    );
    return next ?? present ?? EMPTY_LAYOUT;
  }

  /** Changes a record. Returns the changed one; undefined if the decision returned undefined. */
  async changeRecord(
    id: number,
    decide: (record: PartitionRecord | undefined, version: string) => PartitionRecord | undefined,
    call: CallOptions = {},
  ): Promise<PartitionRecord | undefined> {
    return (await this.#change(recordKey(this.#options.pipeline, id), this.#codec.records, decide, call))
      .next;
  }

  /** Removes the record of a partition that has ended. A record that changes meanwhile stays. */
  async removeRecord(id: number, call: CallOptions = {}): Promise<void> {
    const { transactions, limits, pipeline } = this.#options;
    const transaction = transactions.begin(PIPELINES_TABLE, recordKey(pipeline, id));
    const options = { ...call, timeoutMs: limits.stateTimeoutMs };
    const { row } = await transaction.read({ filter: STATE }, options);
    const version = versionOf(row?.cells ?? [], PIPELINE_FAMILY);
    if (version !== undefined) await transaction.remove(version, options);
  }

  async #read(key: Buffer, call: CallOptions) {
    const { transactions, limits } = this.#options;
    const timeoutMs = Math.min(call.timeoutMs ?? Infinity, limits.stateTimeoutMs);
    return transactions.begin(PIPELINES_TABLE, key).read({ filter: STATE }, { ...call, timeoutMs });
  }

  /** Decides again after each conflict. An attempt whose outcome is unknown is an error. */
  async #change<T>(
    key: Buffer,
    codec: StateCodec<T>,
    decide: (present: T | undefined, version: string) => T | undefined,
    call: CallOptions,
  ): Promise<{ readonly present: T | undefined; readonly next: T | undefined }> {
    const { clock, random, transactions, limits } = this.#options;
    const deadlineMs = clock.monotonicMs() + Math.min(call.timeoutMs ?? Infinity, limits.stateTimeoutMs);
    for (let attempt = 0; ; attempt++) {
      const left = { ...call, timeoutMs: Math.max(1, deadlineMs - clock.monotonicMs()) };
      const transaction = transactions.begin(PIPELINES_TABLE, key);
      const { row } = await transaction.read({ filter: STATE }, left);
      const cell = stateCell(row);
      const version = versionOf(row?.cells ?? [], PIPELINE_FAMILY);
      const present = cell === undefined ? undefined : codec.decode(cell.value);
      const next = decide(present, version?.text ?? '');
      if (next === undefined) return { present, next };
      // The newest cell is the state, whatever the clocks show.
      const atMs = Math.max(clock.nowMs(), (cell?.timestampMicros ?? 0) / 1_000 + 1);
      const mutations = [setCell(PIPELINE_FAMILY, STATE_QUALIFIER, atMs * 1_000, codec.encode(next))];
      if ((await transaction.commit({ version, mutations }, left)) !== 'conflict') return { present, next };
      const delayMs = backoffMs(CONFLICT_BACKOFF, attempt, random);
      if (clock.monotonicMs() + delayMs >= deadlineMs) throw contention();
      await sleep(clock, delayMs, call.signal);
    }
  }
}

function contention(): TidemarkError {
  const message = 'transaction contention on the state of a followed pipeline: deadline exceeded';
  return new TidemarkError('conflict', message, { retryAfterSeconds: 1 });
}
