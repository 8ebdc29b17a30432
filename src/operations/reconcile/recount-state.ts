import type { Recount } from '../../core/reconcile/recount';
import { type RecountJson } from '../../core/reconcile/recount';
import type { ErrorCode } from '../../errors';
import type { KeySample } from '../../bigtable/client/types';
import { SHARD_COUNT, sectionsOf, type KeySection, type WorkerShare } from '../compaction/key-sections';

/** Totals of the rows that were read. All numbers add up over workers. */
export interface RecountTally {
  /** Rows with data of the day. */
  rows: number;
  cells: number;
  /** Rows that were read in parts, usually of bots. */
  rowsLarge: number;
  /** Rows that could not be read and are missing from the counts. */
  rowsFailed: number;
  readonly failures: Partial<Record<ErrorCode, { count: number; example: string }>>;
}

export function emptyRecountTally(): RecountTally {
  return { rows: 0, cells: 0, rowsLarge: 0, rowsFailed: 0, failures: {} };
}

export function addRecountTally(sum: RecountTally, more: RecountTally): void {
  sum.rows += more.rows;
  sum.cells += more.cells;
  sum.rowsLarge += more.rowsLarge;
  sum.rowsFailed += more.rowsFailed;
  for (const [code, { count, example }] of Object.entries(more.failures)) {
    countFailedRows(sum, code as ErrorCode, example, count);
  }
}

export function countFailedRows(tally: RecountTally, code: ErrorCode, example: string, count = 1): void {
  const known = tally.failures[code];
  if (known === undefined) tally.failures[code] = { count, example };
  else known.count += count;
}

/** Part of the table and the progress within it. */
export interface SectionProgress extends KeySection {
  /** Rows up to this key are counted. */
  after?: Buffer | undefined;
  isDone: boolean;
}

/** Counts so far and the parts that are left. The two are always consistent with each other. */
export class RecountState {
  readonly recount: Recount;
  readonly tally: RecountTally;
  readonly sections: SectionProgress[];
  /** Start of the recount, in milliseconds since the Unix epoch. Events ingested later may be missing. */
  readonly startedMs: number;

  constructor(parts: {
    readonly recount: Recount;
    readonly tally?: RecountTally;
    readonly sections: readonly SectionProgress[];
    readonly startedMs: number;
  }) {
    this.recount = parts.recount;
    this.tally = parts.tally ?? emptyRecountTally();
    this.sections = [...parts.sections];
    this.startedMs = parts.startedMs;
  }

  get isComplete(): boolean {
    return this.sections.every(({ isDone }) => isDone);
  }

  /** Share of the sections that is done, from 0 to 1. */
  get share(): number {
    const { length } = this.sections;
    return length === 0 ? 1 : this.sections.filter(({ isDone }) => isDone).length / length;
  }

  toJSON(): RecountStateJson {
    const { recount, tally, startedMs } = this;
    const sections = this.sections
      .filter(({ isDone }) => !isDone)
      .map(({ start, end, after }) => [start, end, after].map((key) => key?.toString('base64') ?? null));
    return { startedMs, tally, sections, counts: recount.toJSON() };
  }

  static fromJSON({ startedMs, tally, sections, counts }: RecountStateJson, recount: Recount): RecountState {
    recount.merge(counts);
    const left = sections.map((keys) => {
      const [start, end, after] = keys.map((key) => (key === null ? undefined : Buffer.from(key, 'base64')));
      return { start, end, after, isDone: false };
    });
    return new RecountState({ recount, tally, sections: left, startedMs });
  }
}

export interface RecountStateJson {
  readonly startedMs: number;
  readonly tally: RecountTally;
  /** Remaining sections: start, end and last completed key, in Base64. */
  readonly sections: readonly (readonly (string | null)[])[];
  readonly counts: RecountJson;
}

/**
 * Returns the worker's share, cut at the sampled keys and between shards, so that several sections can be processed
 * at a time whatever the table's size.
 */
export function recountSections(worker: WorkerShare, samples: readonly KeySample[]): SectionProgress[] {
  const cuts = new Map(samples.map((sample) => [sample.key.toString('hex'), sample]));
  for (let shard = 1; shard < SHARD_COUNT; shard++) {
    const key = Buffer.from(shard.toString(16).padStart(2, '0'), 'latin1');
    cuts.set(key.toString('hex'), { key, offsetBytes: 0 });
  }
  return sectionsOf(worker, [...cuts.values()]).map((section) => ({ ...section, isDone: false }));
}
