/** Freshness requirements: what a read's answer must contain, per origin. Pure. */
import type { Consistency } from '../../core/consistency/consistency';
import { maxOf } from '../../core/shared/lists';
import type { ChainGap } from '../../core/consistency/row-chains';
import {
  originOf,
  reaches,
  type OriginCode,
  type RowWatermark,
  type WatermarkColumn,
} from '../../core/consistency/row-watermark';
import { rowId, writesOf, type RowWrite, type WriteToken } from '../../core/tokens/write-token';

/**
 * One origin's acknowledged writes of the row that an answer must contain. A read has at most three requirements per
 * origin: one of its level, and one of each kind of entry in its token.
 */
export interface FreshnessRequirement {
  readonly origin: OriginCode;
  /**
   * The answer must contain everything that the origin had acknowledged by this time, in milliseconds. With versions
   * from a token: the time by which the origin had acknowledged all of them.
   */
  readonly ackedMs: number;
  /**
   * Versions by which a row shows that it contains the writes. Undefined until the origin has reported them. Empty:
   * nothing is required of the row.
   */
  readonly versions: RowWatermark | undefined;
  /**
   * Source of the requirement: the consistency level, writes that a token names, or a time that a token sums up. A
   * requirement of the level ends when its origin leaves the topology, because then everything that the origin had
   * acknowledged is in every cluster.
   */
  readonly source: 'level' | 'writes' | 'time';
}

export interface RequirementContext {
  readonly table: string;
  readonly key: Buffer;
  /** Codes of the clusters that may have acknowledged writes which are not in every cluster yet. */
  readonly origins: readonly OriginCode[];
  /** Wall clock of the reader when the read began, in milliseconds. */
  readonly nowMs: number;
  /** Writes with an older version are in every cluster: see `Horizon`. Milliseconds. */
  readonly replicatedBeforeMs: number;
}

export const NO_REQUIREMENTS: readonly FreshnessRequirement[] = Object.freeze([]);

/** Returns the requirements of a read of the row; empty if any answer is good enough. */
export function requirementsOf(
  consistency: Consistency,
  row: RequirementContext,
): readonly FreshnessRequirement[] {
  const { token } = consistency;
  const fromLevel = levelRequirements(consistency, row);
  if (token === undefined) return fromLevel;
  const fromToken = tokenRequirements(token, row);
  return fromLevel.length === 0 ? fromToken : [...fromLevel, ...fromToken];
}

function levelRequirements(
  consistency: Consistency,
  { origins, nowMs, replicatedBeforeMs }: RequirementContext,
): readonly FreshnessRequirement[] {
  const ackedMs = requiredTime(consistency, nowMs);
  if (ackedMs < replicatedBeforeMs) return NO_REQUIREMENTS;
  return origins.map((origin) => ({ origin, ackedMs, versions: undefined, source: 'level' }));
}

/**
 * Returns the time by which writes must have been acknowledged, in milliseconds. It may be the reading of any clock of
 * the fleet, because each proof allows for the difference of two clocks. So a strict read as of a time slightly ahead
 * of this process's clock requires only what is the past by another clock.
 */
function requiredTime({ level, maxStalenessMs, asOfMs }: Consistency, nowMs: number): number {
  switch (level) {
    case 'strict':
      return asOfMs ?? nowMs;
    case 'bounded':
      return nowMs - (maxStalenessMs ?? 0);
    case 'eventual':
    case 'at-least-as-fresh':
      return -Infinity;
  }
}

function tokenRequirements(
  token: WriteToken,
  { table, key, replicatedBeforeMs }: RequirementContext,
): readonly FreshnessRequirement[] {
  const writes = token.writes.length === 0 ? [] : writesOf(token, rowId(table, key));
  const requirements: FreshnessRequirement[] = namedWriteRequirements(
    writes.filter(({ versionMs }) => versionMs >= replicatedBeforeMs),
  );
  for (const { origin, ackedMs } of token.times) {
    if (ackedMs >= replicatedBeforeMs)
      requirements.push({ origin, ackedMs, versions: undefined, source: 'time' });
  }
  return requirements.length === 0 ? NO_REQUIREMENTS : requirements;
}

function namedWriteRequirements(writes: readonly RowWrite[]): FreshnessRequirement[] {
  const byOrigin = new Map<OriginCode, RowWrite[]>();
  for (const write of writes) {
    const origin = originOf(write.column);
    const known = byOrigin.get(origin);
    if (known === undefined) byOrigin.set(origin, [write]);
    else known.push(write);
  }
  return Array.from(byOrigin, ([origin, writesOfOrigin]) => ({
    origin,
    ackedMs: maxOf(writesOfOrigin.map(({ ackedMs }) => ackedMs)),
    versions: new Map(writesOfOrigin.map(({ column, versionMs }) => [column, versionMs])),
    source: 'writes',
  }));
}

/**
 * Returns the requirements after the origin has shown its own row, which was queried after the read had begun. Each
 * write that the origin had acknowledged before that is in this row, and shows there by its own version or a later one
 * of its column. So a replica that covers the origin's columns contains all of them.
 *
 * Only versions from `replicatedBeforeMs` on are required: a replica may not fetch an older cell, or may have collected
 * one that the origin still has. At a replica every cell counts, however old it is.
 *
 * In a moved row (`RowRead.wasMoved`) two kinds of writes are not required, because no replica can prove them. The first
 * are writes that the origin does not have: a move copied them, and then deleted the row. The second are the writes of a
 * column with a gap: they belong to an earlier stay of the row (`RowToWrite.stay`), and have arrived late or twice.
 */
export function resolveRequirements(
  requirements: readonly FreshnessRequirement[],
  shown: OriginShown,
): readonly FreshnessRequirement[] {
  const isOpen = ({ origin, versions }: FreshnessRequirement): boolean =>
    origin === shown.origin && (versions === undefined || shown.wasMoved);
  if (!requirements.some(isOpen)) return requirements;
  const own = provableVersions(ownVersions(shown), shown);
  return requirements.map((requirement) => {
    if (!isOpen(requirement)) return requirement;
    const { versions } = requirement;
    return { ...requirement, versions: versions === undefined ? own : provableVersions(versions, shown) };
  });
}

/** State of an origin's own row, as the origin has shown it. */
export interface OriginShown {
  readonly origin: OriginCode;
  readonly watermark: RowWatermark;
  /** Gaps of its chains, as far as they were fetched. */
  readonly gaps?: readonly ChainGap[] | undefined;
  /** See `RequirementContext`. */
  readonly replicatedBeforeMs: number;
  /** See `RowRead.wasMoved`. */
  readonly wasMoved: boolean;
}

/** Returns the versions that replicas can prove. In a moved row: those that the origin has, in columns without a gap. */
function provableVersions(
  versions: RowWatermark,
  { watermark, gaps = [], wasMoved }: OriginShown,
): RowWatermark {
  if (!wasMoved) return versions;
  const isProvable = ([column, versionMs]: readonly [WatermarkColumn, number]): boolean =>
    reaches(watermark, column, versionMs) && !gaps.some((gap) => gap.column === column);
  return new Map([...versions].filter(isProvable));
}

function ownVersions({ origin, watermark, replicatedBeforeMs }: OriginShown): RowWatermark {
  const own = new Map<string, number>();
  for (const [column, versionMs] of watermark) {
    if (originOf(column) === origin && versionMs >= replicatedBeforeMs) own.set(column, versionMs);
  }
  return own;
}

/** Returns the requirements that remain when these are the table's origins: see `FreshnessRequirement.source`. */
export function withoutRetiredOrigins(
  requirements: readonly FreshnessRequirement[],
  origins: readonly OriginCode[],
): readonly FreshnessRequirement[] {
  const stands = ({ source, origin }: FreshnessRequirement): boolean =>
    source !== 'level' || origins.includes(origin);
  return requirements.every(stands) ? requirements : requirements.filter(stands);
}
