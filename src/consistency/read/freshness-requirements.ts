/** What an answer has to contain, as requirements on it: pure. */
import type { Consistency } from '../../core/consistency/consistency';
import { maxOf } from '../../core/shared/lists';
import { originOf, type OriginCode, type RowWatermark } from '../../core/consistency/row-watermark';
import { rowId, writesOf, type RowWrite, type WriteToken } from '../../core/tokens/write-token';

/** Of one origin's writes of the row. A read has at most three for each: of its level, and of its token's two kinds. */
export interface FreshnessRequirement {
  readonly origin: OriginCode;
  /** Everything that the origin had acknowledged by then; with `needed` given by a token, that all of it had been. */
  readonly ackedMs: number;
  /** Versions by which a row shows that it has the writes in question. Undefined until the origin tells them. */
  readonly versions: RowWatermark | undefined;
  /**
   * What asks for it: the level, writes that a token names, or a time that a token sums up. Those of the level fall when
   * their origin leaves the topology, for then all that it had acknowledged is everywhere.
   */
  readonly source: 'level' | 'writes' | 'time';
}

export interface RequirementContext {
  readonly table: string;
  readonly key: Buffer;
  /** Codes of the clusters that may have acknowledged what is not everywhere yet. */
  readonly origins: readonly OriginCode[];
  /** The reader's clock when the read began. */
  readonly nowMs: number;
  /** What is older is everywhere: see `Horizon`. */
  readonly replicatedBeforeMs: number;
}

export const NO_REQUIREMENTS: readonly FreshnessRequirement[] = Object.freeze([]);

/** Empty when any answer will do. */
export function requirementsOf(
  consistency: Consistency,
  row: RequirementContext,
): readonly FreshnessRequirement[] {
  const { token } = consistency;
  const ofLevel = levelRequirements(consistency, row);
  if (token === undefined) return ofLevel;
  const ofToken = tokenRequirements(token, row);
  return ofLevel.length === 0 ? ofToken : [...ofLevel, ...ofToken];
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
 * By one clock's reading, of whatever process of the fleet: each proof allows for two clocks' difference. So a strict
 * read as of a time a little ahead of this process's clock asks for no more than another clock's past.
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
  return Array.from(byOrigin, ([origin, ofOrigin]) => ({
    origin,
    ackedMs: maxOf(ofOrigin.map(({ ackedMs }) => ackedMs)),
    versions: new Map(ofOrigin.map(({ column, versionMs }) => [column, versionMs])),
    source: 'writes',
  }));
}

/**
 * The requirements, once the origin has shown its own row, asked for after the read had begun. Each write that it had
 * acknowledged by then is in that row, and shows there by its own version or a later one of its column; so whoever
 * covers the origin's columns has them all.
 *
 * Only what is not everywhere: a replica may not fetch an older cell, or have collected one that the origin still has. At a
 * replica every cell counts, however old, for it shows what it shows.
 */
export function resolveRequirements(
  requirements: readonly FreshnessRequirement[],
  {
    origin,
    watermark,
    replicatedBeforeMs,
  }: { origin: OriginCode; watermark: RowWatermark; replicatedBeforeMs: number },
): readonly FreshnessRequirement[] {
  const isLearner = (requirement: FreshnessRequirement): boolean =>
    requirement.origin === origin && requirement.versions === undefined;
  if (!requirements.some(isLearner)) return requirements;
  const versions = ownVersions(origin, watermark, replicatedBeforeMs);
  return requirements.map((requirement) =>
    isLearner(requirement) ? { ...requirement, versions: versions } : requirement,
  );
}

function ownVersions(origin: OriginCode, watermark: RowWatermark, replicatedBeforeMs: number): RowWatermark {
  const own = new Map<string, number>();
  for (const [column, versionMs] of watermark) {
    if (originOf(column) === origin && versionMs >= replicatedBeforeMs) own.set(column, versionMs);
  }
  return own;
}

/** The requirements that stand when these are the origins: see `Demand.by`. */
export function withoutRetiredOrigins(
  requirements: readonly FreshnessRequirement[],
  origins: readonly OriginCode[],
): readonly FreshnessRequirement[] {
  const stands = ({ source, origin }: FreshnessRequirement): boolean =>
    source !== 'level' || origins.includes(origin);
  return requirements.every(stands) ? requirements : requirements.filter(stands);
}
