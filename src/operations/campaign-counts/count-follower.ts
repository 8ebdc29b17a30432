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

/** A campaign's day of which the counts of one action are followed. */
export interface FollowedDay {
  readonly campaignId: string;
  /** ISO 8601, by the time zone of the counts. */
  readonly day: string;
  readonly actionCode: number;
}

export interface FollowedCounts {
  /** By this process's clock, when the reading began. */
  readonly atMs: number;
  /** What was acknowledged so long before `atMs` is counted; undefined where nothing tells. Milliseconds. */
  readonly stalenessMs: number | undefined;
  /** By campaign id. */
  readonly counts: ReadonlyMap<string, CampaignCount>;
  /** Campaigns that are missing there, and why: `data_corrupted`, `data_unsupported`, `answer_too_large`. */
  readonly failures: ReadonlyMap<string, TidemarkError>;
}

export interface CountFollower {
  /**
   * The counts of these days, each campaign on one of them; what is asked for no more is forgotten. One call at a time. Rejects
   * as failed reads do: what was known before is kept, and the next call makes up for it.
   */
  read(days: readonly FollowedDay[], options?: CallOptions): Promise<FollowedCounts>;
}

export interface CountFollowerLimits {
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
 * Counts for those who ask for the same ones again and again. What was merged is kept, at 16 KB for a campaign at most, and only
 * what writers have written since is read; all of a row once in a while, for what came later than its time says. Counts never
 * go back, whichever replica is asked: sketches merge by union.
 */
export function createCountFollower(dependencies: CountFollowerDependencies): CountFollower {
  const follower = new Follower(dependencies);
  return { read: (days, options) => follower.read(days, options) };
}

/** What is known of a campaign's day. */
interface Followed {
  readonly day: FollowedDay;
  readonly key: Buffer;
  readonly sketch: Sketch;
  /** When the last read of it began; undefined: it must be read from the beginning. */
  readAtMs: number | undefined;
  failure: TidemarkError | undefined;
}

class Follower {
  readonly #dependencies: CountFollowerDependencies;
  /** Those that were read as a whole the longest time ago come first. */
  #followed = new Map<string, Followed>();
  #lastMs: number | undefined;

  constructor(dependencies: CountFollowerDependencies) {
    this.#dependencies = dependencies;
  }

  async read(days: readonly FollowedDay[], options?: CallOptions): Promise<FollowedCounts> {
    const { clock } = this.#dependencies;
    const [atMs, startedMs] = [clock.nowMs(), clock.monotonicMs()];
    this.#follow(days);
    const whole = this.#toReadAsAWhole(startedMs);
    const rest = [...this.#followed.values()].filter((each) => !whole.has(each));
    const evidence: ReadEvidence[] = [];
    const call = (): CallOptions | undefined => withRemainingTime(options, clock.monotonicMs() - startedMs);
    const reads = [
      ...groupBy([...whole], actionOf).map((group) => this.#read(group, { atMs, evidence, call })),
      ...groupBy(rest, actionOf).map((group) => {
        const sinceMs = this.#newSince(group, atMs);
        return this.#read(group, { atMs, evidence, call, sinceMs });
      }),
    ];
    const ended = await Promise.allSettled(reads);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    // Only now: what was not read as a whole still is to be.
    this.#lastMs = startedMs;
    this.#moveToEnd(whole);
    return { atMs, stalenessMs: worst(evidence), ...this.#counts() };
  }

  #follow(days: readonly FollowedDay[]): void {
    const wanted = new Map(days.map((day) => [nameOf(day), day]));
    for (const name of this.#followed.keys()) if (!wanted.has(name)) this.#followed.delete(name);
    for (const [name, day] of wanted) {
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

  /** What is new, what has failed, and as many others as keep each one's turn: all of them at once would take long. */
  #toReadAsAWhole(nowMs: number): Set<Followed> {
    const all = [...this.#followed.values()];
    const { fullReadIntervalMs } = this.#dependencies.limits;
    const passed = this.#lastMs === undefined ? 0 : (nowMs - this.#lastMs) / fullReadIntervalMs;
    const due = Math.ceil(all.length * Math.min(1, passed));
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
      /** Absent: from the beginning. */
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
      onRow: (followed, row) => this.#take(followed, row, reading.atMs),
      turns: { clock: this.#dependencies.clock },
    });
  }

  #take(followed: Followed, row: RowOrTooLarge, atMs: number): void {
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
