import type { CallOptions, Row } from '../../bigtable/client/types';
import { EVENTUAL, type ReadEvidence } from '../../core/consistency/consistency';
import type { CampaignCount } from '../../core/pacing/pacing';
import type { SketchDeclaration } from '../../core/schema/schema';
import { parseSketchColumn, sketchRowKey } from '../../core/sketches/sketch-row';
import { Sketch } from '../../core/sketches/sketch';
import type { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';
import { sketchCellFilter } from './sketch-cell-filter';
import { isCorruption, mergeSketchCell, type CorruptionObserver } from './corrupted-sketches';
import {
  EntityTooLarge,
  groupBy,
  readInChunks,
  rowTooLarge,
  withRemainingTime,
  type RowOrTooLarge,
} from './chunked-read';

/** The day of a campaign whose counts of one action are followed. */
export interface FollowedDay {
  readonly campaignId: string;
  /** ISO 8601 date in the time zone of the counts. */
  readonly day: string;
  readonly actionCode: number;
}

/** Result of one read of a follower. */
export interface FollowedCounts {
  /** Time at which the read began, by the clock of this process. */
  readonly atMs: number;
  /** Writes acknowledged this many milliseconds before `atMs` are counted; undefined when unknown. */
  readonly stalenessMs: number | undefined;
  /** Counts by campaign id. */
  readonly counts: ReadonlyMap<string, CampaignCount>;
  /** Campaigns without a count and the error of each: `data_corrupted`, `data_unsupported`, `answer_too_large`. */
  readonly failures: ReadonlyMap<string, TidemarkError>;
}

/** Reader of counts that are requested repeatedly. */
export interface CountFollower {
  /**
   * Returns the counts of these days, one day per campaign, and drops days that are no longer requested. Calls must
   * not overlap. Rejects with the error of a failed read; merged sketches are retained then, and the next call
   * catches up.
   */
  read(days: readonly FollowedDay[], options?: CallOptions): Promise<FollowedCounts>;
}

interface CountFollowerLimits {
  readonly rowsPerRead: number;
  readonly readBytesMax: number;
  readonly fullReadIntervalMs: number;
  readonly newMarginMs: number;
}

export interface CountFollowerDependencies {
  readonly reader: Pick<Reader, 'readRows'>;
  readonly clock: Clock;
  readonly sketches: SketchDeclaration;
  readonly limits: CountFollowerLimits;
  readonly observer?: CorruptionObserver | undefined;
}

/**
 * Returns a reader for callers that request the same counts repeatedly. It retains merged sketches, at most 16 KB per
 * campaign, and reads only cells written since the last call. From time to time it reads whole rows, to find cells
 * that arrived later than their timestamps suggest. Counts never decrease, whichever replica answers, because
 * sketches merge by union.
 */
export function createCountFollower(dependencies: CountFollowerDependencies): CountFollower {
  const follower = new Follower(dependencies);
  return { read: (days, options) => follower.read(days, options) };
}

/** State of one followed campaign day. */
interface Followed {
  readonly day: FollowedDay;
  readonly key: Buffer;
  readonly sketch: Sketch;
  /** Start of the last read; undefined: the whole row has to be read. */
  readAtMs: number | undefined;
  failure: TidemarkError | undefined;
}

class Follower {
  readonly #dependencies: CountFollowerDependencies;
  /** Followed days, those whose last full read is the oldest first. */
  #followed = new Map<string, Followed>();
  #lastMs: number | undefined;

  constructor(dependencies: CountFollowerDependencies) {
    this.#dependencies = dependencies;
  }

  async read(days: readonly FollowedDay[], options?: CallOptions): Promise<FollowedCounts> {
    const { clock } = this.#dependencies;
    const [atMs, startedMs] = [clock.nowMs(), clock.monotonicMs()];
    this.#follow(days);
    const inFull = this.#dueForFullRead(startedMs);
    const rest = [...this.#followed.values()].filter((each) => !inFull.has(each));
    const evidence: ReadEvidence[] = [];
    const call = (): CallOptions | undefined => withRemainingTime(options, clock.monotonicMs() - startedMs);
    const reads = [
      ...groupBy([...inFull], actionOf).map((group) => this.#read(group, { atMs, evidence, call })),
      ...groupBy(rest, actionOf).map((group) => {
        const sinceMs = this.#newSince(group, atMs);
        return this.#read(group, { atMs, evidence, call, sinceMs });
      }),
    ];
    const ended = await Promise.allSettled(reads);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    // Set after success only: a failed full read remains due.
    this.#lastMs = startedMs;
    this.#moveToEnd(inFull);
    return { atMs, stalenessMs: worst(evidence), ...this.#counts() };
  }

  #follow(days: readonly FollowedDay[]): void {
    const requested = new Map(days.map((day) => [nameOf(day), day]));
    for (const name of this.#followed.keys()) if (!requested.has(name)) this.#followed.delete(name);
    for (const [name, day] of requested) {
      if (this.#followed.has(name)) continue;
      const key = sketchRowKey(day.campaignId, day.day);
      this.#followed.set(name, {
        day,
        key,
        sketch: new Sketch(),
        readAtMs: undefined,
        failure: undefined,
      });
    }
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
    reading: {
      readonly atMs: number;
      readonly evidence: ReadEvidence[];
      readonly call: () => CallOptions | undefined;
      /** Absent: reads whole rows. */
      readonly sinceMs?: number;
    },
  ): Promise<void> {
    const { reader, sketches, limits } = this.#dependencies;
    const { actionCode } = group[0]!.day;
    const selection = { hours: undefined, actionCodes: [actionCode], kinds: ['events'] } as const;
    const filter = sketchCellFilter(sketches.family, selection, reading.sinceMs);
    await readInChunks(group, limits.rowsPerRead, {
      read: async (rows): Promise<readonly (Row | undefined)[]> => {
        const keys = rows.map(({ key }) => key);
        const read = { table: sketches.corpus, keys, filter, bytesMax: limits.readBytesMax };
        const answer = await reader.readRows(read, EVENTUAL, reading.call());
        reading.evidence.push(answer.evidence);
        return answer.rows;
      },
      onRow: (followed, row) => this.#addRow(followed, row, reading.atMs),
      turns: { clock: this.#dependencies.clock },
    });
  }

  #addRow(followed: Followed, row: RowOrTooLarge, atMs: number): void {
    const { campaignId: id, day } = followed.day;
    const { sketches, limits, observer } = this.#dependencies;
    followed.readAtMs = atMs;
    followed.failure = undefined;
    try {
      if (row === 'too large') throw rowTooLarge(limits.readBytesMax);
      this.#merge(followed, row);
    } catch (error) {
      if (isCorruption(error)) observer?.onCorrupted({ table: sketches.corpus, id, day }, error);
      else if (!(error instanceof EntityTooLarge)) throw error;
      followed.failure = error;
    }
  }

  #merge({ day, sketch }: Followed, row: Row | undefined): void {
    for (const cell of row?.cells ?? []) {
      const column = parseSketchColumn(cell.qualifier);
      if (column?.hour !== undefined || column?.breakdown !== undefined) continue;
      if (column?.kind === 'events' && column.actionCode === day.actionCode)
        mergeSketchCell(sketch, cell, day.day);
    }
  }

  #moveToEnd(read: ReadonlySet<Followed>): void {
    for (const each of read) {
      const name = nameOf(each.day);
      this.#followed.delete(name);
      this.#followed.set(name, each);
    }
  }

  #counts(): Pick<FollowedCounts, 'counts' | 'failures'> {
    const counts = new Map<string, CampaignCount>();
    const failures = new Map<string, TidemarkError>();
    for (const { day, sketch, failure } of this.#followed.values()) {
      if (failure !== undefined) failures.set(day.campaignId, failure);
      else counts.set(day.campaignId, { count: sketch.estimate(), relativeError: sketch.relativeError() });
    }
    return { counts, failures };
  }
}

const nameOf = ({ campaignId, day, actionCode }: FollowedDay): string => `${day} ${actionCode} ${campaignId}`;
const actionOf = ({ day }: Followed): string => String(day.actionCode);

function worst(evidence: readonly ReadEvidence[]): number | undefined {
  const stalenessMs = evidence.reduce((most, part) => Math.max(most, part.stalenessMs ?? Infinity), 0);
  return stalenessMs === Infinity ? undefined : stalenessMs;
}
