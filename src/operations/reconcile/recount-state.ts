import type { Recount } from '../../core/reconcile/recount';
import { type RecountJson } from '../../core/reconcile/recount';
import type { ErrorCode } from '../../errors';
import type { KeySample } from '../../bigtable/client/types';
import { SHARD_COUNT, sectionsOf, type KeySection, type WorkerShare } from '../compaction/key-sections';

/** Rows that were gone through. Everything in it adds up, over workers. */
export interface RecountTally {
  /** That have anything of the day. */
  rows: number;
  cells: number;
  /** Rows read in parts: bots. */
  rowsLarge: number;
  /** Rows that could not be read: counts are too small by theirs. */
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

/** A part of the table, and how far it has been gone through. */
export interface SectionProgress extends KeySection {
  /** Rows up to this key are counted. */
  after?: Buffer;
  isDone: boolean;
}

/** What was counted so far, and what is left to be counted: the one says exactly what the other has. */
export class RecountState {
  readonly recount: Recount;
  readonly tally: RecountTally;
  readonly sections: SectionProgress[];
  /** Milliseconds since the Unix epoch. What came in since then may not have been counted. */
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

  /** Of the sections: 0 to 1. */
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
      return { ...(start && { start }), ...(end && { end }), ...(after && { after }), isDone: false };
    });
    return new RecountState({ recount, tally, sections: left, startedMs });
  }
}

export interface RecountStateJson {
  readonly startedMs: number;
  readonly tally: RecountTally;
  /** Those that are left: start, end, and the last key that is done, in Base64. */
  readonly sections: readonly (readonly (string | null)[])[];
  readonly counts: RecountJson;
}

/** The worker's share, cut at the sampled keys and between shards: so some can be gone through at a time, whatever the size. */
export function recountSections(worker: WorkerShare, samples: readonly KeySample[]): SectionProgress[] {
  const cuts = new Map(samples.map((sample) => [sample.key.toString('hex'), sample]));
  for (let shard = 1; shard < SHARD_COUNT; shard++) {
    const key = Buffer.from(shard.toString(16).padStart(2, '0'), 'latin1');
    cuts.set(key.toString('hex'), { key, offsetBytes: 0 });
  }
  return sectionsOf(worker, [...cuts.values()]).map((section) => ({ ...section, isDone: false }));
}
