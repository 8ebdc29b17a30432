/** The small world that is explored: two clusters that accept writes and answer reads, and a process beside each. */
import type { Cluster } from '../../../src/routing/topology/cluster';
import type { ProofRules } from '../../../src/consistency/read/proof';

/** Clock ticks, in milliseconds. Clocks of two processes differ by one tick at most, which is the bound ε. */
export const TICK_MS = 10;
export const SKEW_MAX_MS = 1 * TICK_MS;
export const START_MS = Date.UTC(2026, 0, 1);

export const TABLE = 't';
export const FAMILY = 'f';
export const KEY = Buffer.from('00#o');
/** The row's cells, by column. */
export const QUALIFIERS = [Buffer.from('q'), Buffer.from('r')] as const;
export type Column = 0 | 1;
export const COLUMNS: readonly Column[] = [0, 1];

export const RULES: ProofRules = { evidence: 'row', clockSkewMaxMs: SKEW_MAX_MS, hasClusterTopology: true };

/** Cluster 0 is the nearest of process 0, cluster 1 that of process 1. */
export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];
export const other = (side: Side): Side => (side === 0 ? 1 : 0);

export const CLUSTERS: readonly [Cluster<'serving'>, Cluster<'serving'>] = [clusterOf(0), clusterOf(1)];

function clusterOf(side: Side): Cluster<'serving'> {
  const name = 'ab'[side]!;
  return Object.freeze({
    id: name,
    project: 'p',
    instance: 'i',
    region: name,
    workload: 'serving' as const,
    writes: 'accepted' as const,
    code: `or${name}\0`,
    appProfileId: name,
  });
}

type OperationKind = 'put' | 'delete';

/** A write of a cell of the row. */
interface Operation {
  readonly kind: OperationKind;
  readonly column: Column;
  /** The process that makes it: its operations follow each other. */
  readonly by: Side;
}

export type Scenario = readonly Operation[];

/** Guards that an exploration can do without, to show that it would notice. */
export interface Guards {
  /** Deletions leave markers. */
  readonly markers: boolean;
  /** Writes are acknowledged when every clock has passed their version. */
  readonly commitWait: boolean;
  /** A replica's row proves what its chains of predecessors reach, not whatever its newest version covers. */
  readonly chains: boolean;
  /** A cluster is announced before it takes its first write: reads of processes that do not know it fail. */
  readonly announcements: boolean;
}

/**
 * Three operations each. Of one cell: every way to put and to delete, by one process or by two, which are alike, so that half
 * of the ways to share them out are enough. Of two cells: a replica may lack the first write of a process and have the second.
 */
export const SCENARIOS: readonly Scenario[] = [
  ...[3, 2].flatMap((byFirst) =>
    Array.from({ length: 8 }, (_, kinds): Scenario =>
      [0, 1, 2].map((at) => ({
        kind: (kinds >> at) & 1 ? 'delete' : 'put',
        column: 0,
        by: at < byFirst ? 0 : 1,
      })),
    ),
  ),
  ...[0, 1].map((by): Scenario => [
    { kind: 'put', column: 0, by: 0 },
    { kind: 'put', column: 1, by: 0 },
    { kind: 'delete', column: 0, by: by as Side },
  ]),
  ...growing(),
];

/** Cluster 1 takes no writes at first; the processes, and those that read, learn at different moments that it does. */
function growing(): readonly Scenario[] {
  return (['delete', 'put'] as const).map((kind) => [
    { kind: 'put', column: 0, by: 1 },
    { kind, column: 0, by: 0 },
  ]);
}

export const GROWING: ReadonlySet<Scenario> = new Set(SCENARIOS.slice(-2));

export const nameOf = (scenario: Scenario): string =>
  scenario
    .map(({ kind, column, by }) => `${kind} ${QUALIFIERS[column].toString()} by process ${by}`)
    .join(', ');
