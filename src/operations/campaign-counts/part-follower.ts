import type { CallOptions, Row } from '../../bigtable/client/types';
import { EVENTUAL, type ReadEvidence } from '../../core/consistency/consistency';
import type { SketchDeclaration } from '../../core/schema/schema';
import { parseSketchColumn } from '../../core/sketches/sketch-row';
import type { Sketch } from '../../core/sketches/sketch';
import type { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';
import { sketchCellFilter } from './sketch-cell-filter';
import { isCorruption, mergeSketchCell, type CorruptionObserver } from './corrupted-sketches';
import { EntityTooLarge, groupBy, readInChunks, rowTooLarge, type RowOrTooLarge } from './chunked-read';

/** The day of a campaign whose counts of one action are followed. */
export interface FollowedDay {
  readonly campaignId: string;
  /** ISO 8601 date in the time zone of the counts. */
  readonly day: string;
  readonly actionCode: number;
}

/** A followed day, with the union of what all parts had so far. */
export interface FollowedSketch {
  readonly day: FollowedDay;
  readonly key: Buffer;
  readonly sketch: Sketch;
}

interface PartFollowerLimits {
  readonly rowsPerRead: number;
  readonly readBytesMax: number;
  readonly fullReadIntervalMs: number;
  readonly newMarginMs: number;
}

export interface PartFollowerDependencies {
  readonly reader: Pick<Reader, 'readRows'>;
  readonly clock: Clock;
  readonly sketches: SketchDeclaration;
  readonly limits: PartFollowerLimits;
  readonly observer?: CorruptionObserver | undefined;
}

/** One read of a part. */
export interface PartRead {
  /** Start of the read, by the wall clock and by the monotonic clock. */
  readonly atMs: number;
  readonly startedMs: number;
  /** Maximum size of the rows in memory, in bytes. */
  readonly bytesMax: number;
  /** Returns the options of the next call. */
  readonly call: () => CallOptions | undefined;
}

/** State of one followed day in the part. */
interface Followed {
  readonly of: FollowedSketch;
  /** Start of the last read; undefined: the whole row has to be read. */
  readAtMs: number | undefined;
  failure: TidemarkError | undefined;
}

/** Follows days in one part of the sketches, and adds what it finds to their sketches. */
export class PartFollower {
  readonly #table: string;
  readonly #dependencies: PartFollowerDependencies;
  /** Followed days, those whose last full read is the oldest first. */
  #followed = new Map<FollowedSketch, Followed>();
  #lastMs: number | undefined;

  constructor(table: string, dependencies: PartFollowerDependencies) {
    this.#table = table;
    this.#dependencies = dependencies;
  }

  /** Returns the error of the day's row; undefined if it could be read. */
  failureOf(day: FollowedSketch): TidemarkError | undefined {
    return this.#followed.get(day)?.failure;
  }

  /** Reads the days, and returns the evidence. Rejects with the error of a failed read. */
  async read(days: Iterable<FollowedSketch>, reading: PartRead): Promise<readonly ReadEvidence[]> {
    this.#follow(new Set(days));
    const { atMs, startedMs } = reading;
    const inFull = this.#dueForFullRead(startedMs);
    const rest = [...this.#followed.values()].filter((each) => !inFull.has(each));
    const evidence: ReadEvidence[] = [];
    const reads = [
      ...groupBy([...inFull], actionOf).map((group) => this.#read(group, { ...reading, evidence })),
      ...groupBy(rest, actionOf).map((group) =>
        this.#read(group, { ...reading, evidence, sinceMs: this.#newSince(group, atMs) }),
      ),
    ];
    const ended = await Promise.allSettled(reads);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    // Set after success only: a failed full read remains due.
    this.#lastMs = startedMs;
    this.#moveToEnd(inFull);
    return evidence;
  }

  #follow(days: ReadonlySet<FollowedSketch>): void {
    for (const day of this.#followed.keys()) if (!days.has(day)) this.#followed.delete(day);
    for (const of of days)
      if (!this.#followed.has(of)) this.#followed.set(of, { of, readAtMs: undefined, failure: undefined });
  }

  /**
   * Returns the days to read in full: new ones, failed ones, and a share of the others, so that each one has its turn
   * without all of them being read at once.
   */
  #dueForFullRead(nowMs: number): Set<Followed> {
    const all = [...this.#followed.values()];
    const { fullReadIntervalMs } = this.#dependencies.limits;
    const elapsed = this.#lastMs === undefined ? 0 : (nowMs - this.#lastMs) / fullReadIntervalMs;
    const due = Math.ceil(all.length * Math.min(1, elapsed));
    const first = all.filter(({ readAtMs, failure }) => readAtMs === undefined || failure !== undefined);
    return new Set([...first, ...all.slice(0, due)]);
  }

  #newSince(group: readonly Followed[], atMs: number): number {
    const oldestMs = group.reduce((oldest, { readAtMs = 0 }) => Math.min(oldest, readAtMs), atMs);
    return oldestMs - this.#dependencies.limits.newMarginMs;
  }

  async #read(
    group: readonly Followed[],
    reading: PartRead & {
      readonly evidence: ReadEvidence[];
      /** Absent: reads whole rows. */
      readonly sinceMs?: number;
    },
  ): Promise<void> {
    const { reader, sketches, limits } = this.#dependencies;
    const { actionCode } = group[0]!.of.day;
    const selection = { hours: undefined, actionCodes: [actionCode], kinds: ['events'] } as const;
    const filter = sketchCellFilter(sketches.family, selection, reading.sinceMs);
    await readInChunks(group, limits.rowsPerRead, {
      read: async (rows): Promise<readonly (Row | undefined)[]> => {
        const keys = rows.map(({ of }) => of.key);
        const read = { table: this.#table, keys, filter, bytesMax: reading.bytesMax };
        const answer = await reader.readRows(read, EVENTUAL, reading.call());
        reading.evidence.push(answer.evidence);
        return answer.rows;
      },
      onRow: (followed, row) => this.#addRow(followed, row, reading.atMs),
      turns: { clock: this.#dependencies.clock },
    });
  }

  #addRow(followed: Followed, row: RowOrTooLarge, atMs: number): void {
    const { campaignId: id, day } = followed.of.day;
    const { limits, observer } = this.#dependencies;
    followed.readAtMs = atMs;
    followed.failure = undefined;
    try {
      if (row === 'too large') throw rowTooLarge(limits.readBytesMax);
      this.#merge(followed.of, row);
    } catch (error) {
      if (isCorruption(error)) observer?.onCorrupted({ table: this.#table, id, day }, error);
      else if (!(error instanceof EntityTooLarge)) throw error;
      followed.failure = error;
    }
  }

  #merge({ day, sketch }: FollowedSketch, row: Row | undefined): void {
    for (const cell of row?.cells ?? []) {
      const column = parseSketchColumn(cell.qualifier);
      if (column?.hour !== undefined || column?.breakdown !== undefined) continue;
      if (column?.kind === 'events' && column.actionCode === day.actionCode)
        mergeSketchCell(sketch, cell, day.day);
    }
  }

  #moveToEnd(read: ReadonlySet<Followed>): void {
    for (const each of read) {
      this.#followed.delete(each.of);
      this.#followed.set(each.of, each);
    }
  }
}

const actionOf = ({ of }: Followed): string => String(of.day.actionCode);
