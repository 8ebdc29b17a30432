import type { CallOptions } from '../../bigtable/client/types';
import type { ReadEvidence } from '../../core/consistency/consistency';
import type { CampaignCount } from '../../core/pacing/pacing';
import type { SketchTable, SketchPartsOf } from '../../core/residency/sketch-tables';
import { sketchRowKey } from '../../core/sketches/sketch-row';
import { Sketch } from '../../core/sketches/sketch';
import { TidemarkError } from '../../errors';
import { withRemainingTime } from './chunked-read';
import {
  PartFollower,
  type FollowedDay,
  type FollowedSketch,
  type PartFollowerDependencies,
  type PartRead,
} from './part-follower';

export type { FollowedDay } from './part-follower';

/** Result of one read of a follower. */
export interface FollowedCounts {
  /** Time at which the read began, by the clock of this process. */
  readonly atMs: number;
  /**
   * Writes acknowledged this many milliseconds before `atMs` are counted, apart from missing placements; undefined when
   * unknown.
   */
  readonly stalenessMs: number | undefined;
  /** Counts by campaign id. */
  readonly counts: ReadonlyMap<string, CampaignCount>;
  /**
   * Placements whose parts were not read now: they could not be, or this process may not read them. The counts have
   * what they contained at their last read, so they are lower bounds.
   */
  readonly missing: readonly string[];
  /** Campaigns without a count and the error of each: `data_corrupted`, `data_unsupported`, `answer_too_large`. */
  readonly failures: ReadonlyMap<string, TidemarkError>;
}

/** Reader of counts that are requested repeatedly. */
export interface CountFollower {
  /**
   * Returns the counts of these days, one day per campaign, and drops days that are no longer requested. Calls must
   * not overlap. Rejects with an error when no part can be read; merged sketches are retained then, and the next call
   * catches up.
   */
  read(days: readonly FollowedDay[], options?: CallOptions): Promise<FollowedCounts>;
}

export interface CountFollowerDependencies extends PartFollowerDependencies {
  /** Returns the parts that make up the counts. */
  readonly partsOf: SketchPartsOf;
}

/**
 * Returns a reader for callers that request the same counts repeatedly. It retains merged sketches, at most 16 KB per
 * campaign, and reads only cells written since the last call. From time to time it reads whole rows, to find cells
 * that arrived later than their timestamps suggest. Counts never decrease, whichever replica answers and whichever
 * placement is unavailable, because sketches merge by union.
 */
export function createCountFollower(dependencies: CountFollowerDependencies): CountFollower {
  const follower = new Follower(dependencies);
  return { read: (days, options) => follower.read(days, options) };
}

/**
 * Share of a call's timeout after which a placement that does not answer counts as missing, so that the caller has time
 * left to use the others.
 */
const PART_TIMEOUT_SHARE = 1 / 2;

class Follower {
  readonly #dependencies: CountFollowerDependencies;
  readonly #days = new Map<string, FollowedSketch>();
  /** Followers by table. */
  readonly #followers = new Map<string, PartFollower>();

  constructor(dependencies: CountFollowerDependencies) {
    this.#dependencies = dependencies;
  }

  async read(days: readonly FollowedDay[], options?: CallOptions): Promise<FollowedCounts> {
    const { clock, partsOf, sketches, limits } = this.#dependencies;
    const [atMs, startedMs] = [clock.nowMs(), clock.monotonicMs()];
    const { parts, missing } = partsOf(sketches.corpus);
    this.#follow(days, parts);
    const limited = parts.length === 1 ? options : withShareOfTime(options);
    const reading: PartRead = {
      atMs,
      startedMs,
      bytesMax: Math.ceil(limits.readBytesMax / parts.length),
      call: () => withRemainingTime(limited, clock.monotonicMs() - startedMs),
    };
    const { evidence, unread } = await this.#readParts(parts, reading);
    const absent = [...missing, ...unread];
    const isPartial = absent.length > 0 ? true : undefined;
    return { atMs, stalenessMs: worst(evidence), missing: absent, ...this.#counts(isPartial) };
  }

  /** Returns the evidence of the parts that were read, and the placements of the others. Throws if there are none. */
  async #readParts(
    parts: readonly SketchTable[],
    reading: PartRead,
  ): Promise<{ readonly evidence: readonly ReadEvidence[]; readonly unread: readonly string[] }> {
    const ended = await Promise.allSettled(
      parts.map(({ table }) => this.#followers.get(table)!.read(this.#days.values(), reading)),
    );
    const rejected = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    for (const reason of rejected)
      if (rejected.length === parts.length || !(reason instanceof TidemarkError)) throw reason;
    return {
      evidence: ended.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])),
      unread: parts.flatMap(({ placement }, at) =>
        ended[at]!.status === 'rejected' && placement !== undefined ? [placement] : [],
      ),
    };
  }

  #follow(days: readonly FollowedDay[], parts: readonly SketchTable[]): void {
    const requested = new Map(days.map((day) => [nameOf(day), day]));
    for (const name of this.#days.keys()) if (!requested.has(name)) this.#days.delete(name);
    for (const [name, day] of requested) {
      if (this.#days.has(name)) continue;
      this.#days.set(name, { day, key: sketchRowKey(day.campaignId, day.day), sketch: new Sketch() });
    }
    const tables = parts.map(({ table }) => table);
    for (const table of this.#followers.keys()) if (!tables.includes(table)) this.#followers.delete(table);
    for (const table of tables)
      if (!this.#followers.has(table))
        this.#followers.set(table, new PartFollower(table, this.#dependencies));
  }

  #counts(isPartial: true | undefined): Pick<FollowedCounts, 'counts' | 'failures'> {
    const counts = new Map<string, CampaignCount>();
    const failures = new Map<string, TidemarkError>();
    for (const followed of this.#days.values()) {
      const { campaignId } = followed.day;
      const failure = this.#failureOf(followed);
      if (failure !== undefined) failures.set(campaignId, failure);
      else counts.set(campaignId, { ...countOf(followed.sketch), isPartial });
    }
    return { counts, failures };
  }

  #failureOf(day: FollowedSketch): TidemarkError | undefined {
    for (const follower of this.#followers.values()) {
      const failure = follower.failureOf(day);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }
}

const countOf = (sketch: Sketch): CampaignCount => ({
  count: sketch.estimate(),
  relativeError: sketch.relativeError(),
});

const nameOf = ({ campaignId, day, actionCode }: FollowedDay): string => `${day} ${actionCode} ${campaignId}`;

function withShareOfTime(options: CallOptions | undefined): CallOptions | undefined {
  if (options?.timeoutMs === undefined) return options;
  return { ...options, timeoutMs: options.timeoutMs * PART_TIMEOUT_SHARE };
}

function worst(evidence: readonly ReadEvidence[]): number | undefined {
  const stalenessMs = evidence.reduce((most, part) => Math.max(most, part.stalenessMs ?? Infinity), 0);
  return stalenessMs === Infinity ? undefined : stalenessMs;
}
