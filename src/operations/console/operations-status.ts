import type { Config } from '../../config/index';
import type { Clock } from '../../platform/time/clock';
import type { CompactionBacklog } from '../compaction/sample-backlog';
import type { Ledger } from '../privacy/ledger';

type Variable = Config['variables'][number];

/** Published generation of a DataType. */
export interface PublishedGeneration {
  /** `corpus/family` */
  readonly dataType: string;
  /** Number of the published generation. Absent before the first publication. */
  readonly published?: number | undefined;
  /** Changes of the pointer. */
  readonly publications: number;
  /** Generations that reads may use. */
  readonly readable: readonly number[];
}

interface OpenErasures {
  readonly open: number;
  readonly overdue: number;
  /** Earliest due date of those that are open. */
  readonly nextDueAt?: string | undefined;
  /** Whether there are more than were counted. */
  readonly hasMore: boolean;
}

/** Setting of the process. A secret has no value. */
interface Setting {
  readonly name: string;
  readonly description: string;
  readonly value?: string | undefined;
  readonly source: 'environment' | 'default';
  readonly isSecret: boolean;
}

/** Background work and configuration, for operators. */
interface OperationsStatus {
  readonly at: string;
  readonly generations: readonly PublishedGeneration[];
  /** Absent without keys of the privacy ledger. */
  readonly erasures?: OpenErasures | undefined;
  /** Backlog of compaction, by a sample. */
  readonly compaction: {
    readonly at: string;
    readonly dataTypes: readonly (Omit<CompactionBacklog, 'oldestAtMs'> & {
      readonly oldestAt?: string | undefined;
    })[];
  };
  /** Groups of placements that the topology has. Without any, no user moves. */
  readonly placementGroups: number;
  readonly configuration: readonly Setting[];
}

export interface OperationsStatusDependencies {
  readonly generations: { published(): readonly PublishedGeneration[] };
  readonly ledger: Pick<Ledger, 'open'> | undefined;
  readonly sampleCompaction: () => Promise<readonly CompactionBacklog[]>;
  readonly placementGroups: () => number;
  readonly variables: readonly Variable[];
  readonly clock: Clock;
  readonly limits: {
    readonly operationsCacheMs: number;
    readonly sampleCacheMs: number;
    readonly erasuresMax: number;
  };
}

export type ReadOperationsStatus = () => Promise<OperationsStatus>;

/** Returns an operation that reads the status at most once per cache lifetime, for all callers of the process. */
export function createOperationsStatus(dependencies: OperationsStatusDependencies): ReadOperationsStatus {
  const { clock, limits, sampleCompaction } = dependencies;
  const compaction = cached(async () => compactionStatus(await sampleCompaction(), clock.nowMs()), {
    clock,
    lifetimeMs: limits.sampleCacheMs,
  });
  return cached(() => readStatus(dependencies, compaction), { clock, lifetimeMs: limits.operationsCacheMs });
}

/** Returns a function whose result is shared by all callers for its lifetime, in milliseconds. */
function cached<T>(
  read: () => Promise<T>,
  { clock, lifetimeMs }: { readonly clock: Clock; readonly lifetimeMs: number },
): () => Promise<T> {
  let latest: { readonly result: Promise<T>; readonly untilMs: number } | undefined;
  return () => {
    const nowMs = clock.monotonicMs();
    if (latest !== undefined && nowMs < latest.untilMs) return latest.result;
    const result = read();
    latest = { result, untilMs: nowMs + lifetimeMs };
    // After a failure the next caller reads again.
    result.catch(() => (latest = undefined));
    return result;
  };
}

function compactionStatus(
  backlog: readonly CompactionBacklog[],
  nowMs: number,
): OperationsStatus['compaction'] {
  const dataTypes = backlog.map(({ oldestAtMs, ...each }) => ({
    ...each,
    oldestAt: oldestAtMs === undefined ? undefined : new Date(oldestAtMs).toISOString(),
  }));
  return { at: new Date(nowMs).toISOString(), dataTypes };
}

async function readStatus(
  { generations, ledger, variables, placementGroups, clock, limits }: OperationsStatusDependencies,
  compaction: () => Promise<OperationsStatus['compaction']>,
): Promise<OperationsStatus> {
  const nowMs = clock.nowMs();
  return {
    at: new Date(nowMs).toISOString(),
    generations: generations.published(),
    erasures: ledger === undefined ? undefined : await countOpen(ledger, nowMs, limits.erasuresMax),
    compaction: await compaction(),
    placementGroups: placementGroups(),
    configuration: variables.map(settingOf),
  };
}

async function countOpen(ledger: Pick<Ledger, 'open'>, nowMs: number, max: number): Promise<OpenErasures> {
  let [open, overdue, nextDueMs, hasMore] = [0, 0, Infinity, false];
  for await (const { entry } of ledger.open()) {
    if (open === max) {
      hasMore = true;
      break;
    }
    open += 1;
    if (entry.dueAtMs < nowMs) overdue += 1;
    nextDueMs = Math.min(nextDueMs, entry.dueAtMs);
  }
  const nextDueAt = nextDueMs === Infinity ? undefined : new Date(nextDueMs).toISOString();
  return { open, overdue, nextDueAt, hasMore };
}

function settingOf({ name, description, given, fallback }: Variable): Setting {
  const isSecret = given === undefined;
  const source = given === '' ? 'default' : 'environment';
  const value = given === '' ? textOf(fallback) : given;
  return { name, description, value, source, isSecret };
}

/** Returns a default as text; undefined if there is none. */
function textOf(fallback: unknown): string | undefined {
  return typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : undefined;
}
