import { rounded, target, type BenchResult, type BenchTable } from '../harness';
import type { MemoryFigures } from './cache-memory';
import { TOPOLOGIES, type Contestant } from './data';
import type { MigrationFigures, ReadCosts } from './migration';
import type { RunFigures } from './read-user';

/** Medians of runs of both stores. */
export interface Pairs extends Readonly<Record<Contestant, RunFigures>> {
  /** CPU time with placements by that without, of runs that follow each other. */
  readonly cpuRatio: number;
}

export interface Measured {
  /** Rows whose locations are known. */
  readonly warm: Pairs;
  /** Rows that are read for the first time. */
  readonly cold: Pairs;
  readonly memory: MemoryFigures;
  readonly migration: MigrationFigures;
}

const NAMES = Object.keys(TOPOLOGIES) as Contestant[];

/** Largest ratio that the number of lookups and calls may have. */
const WORK_RATIO_MAX = 1.05;

export function report(measured: Measured): BenchResult {
  const { warm, cold, memory, migration } = measured;
  const { quiet, moving, elsewhere } = migration;
  const bytesEach = memory.bytes / memory.entries;
  return {
    figures: {
      ...Object.fromEntries(
        NAMES.flatMap((name) => [
          [`warm_${name}_reads_per_s`, rounded(warm[name].readsPerSecond)],
          [`warm_${name}_cpu_us`, rounded(warm[name].cpuMicros)],
          [`cold_${name}_reads_per_s`, rounded(cold[name].readsPerSecond)],
          [`cold_${name}_cpu_us`, rounded(cold[name].cpuMicros)],
        ]),
      ),
      warm_cpu_ratio: rounded(warm.cpuRatio),
      cold_cpu_ratio: rounded(cold.cpuRatio),
      cache_bytes_per_location: rounded(bytesEach),
      ...figuresOf('quiet', quiet),
      ...figuresOf('moving', moving),
      ...figuresOf('elsewhere', elsewhere),
      mover_cores: rounded(migration.moverCores),
      mover_cores_elsewhere: rounded(migration.moverCoresElsewhere),
      moved_users_per_s: rounded(migration.usersPerSecond),
      moved_users_per_s_unread: rounded(migration.usersPerSecondUnread),
    },
    targets: [
      target(
        'CPU of an eventual read whose location is known, times one without placements',
        warm.cpuRatio,
        '<=',
        1.05,
      ),
      target(
        "p99 of all users' reads during a move, times that without",
        moving.p99Ms / quiet.p99Ms,
        '<=',
        1.2,
      ),
      target(
        'the same, times that while users of another store on this machine move',
        moving.p99Ms / elsewhere.p99Ms,
        '<=',
        1.2,
      ),
      target(
        'lookups of rows per read during a move, times those without',
        moving.lookups / quiet.lookups,
        '<=',
        WORK_RATIO_MAX,
      ),
      target(
        'calls to the store per read during a move, times those without',
        moving.storeCalls / quiet.storeCalls,
        '<=',
        WORK_RATIO_MAX,
      ),
      target('lookups of an eventual read of a user who moves', moving.lookupsMax, '<=', 2),
      target('memory of one million locations, MB', (bytesEach * 1_000_000) / 1e6, '<=', 100),
    ],
    tables: [readsTable(measured), besideTable(migration), moverTable(migration)],
  };
}

const figuresOf = (name: string, costs: ReadCosts): Record<string, number> => ({
  [`${name}_p99_ms`]: rounded(costs.p99Ms),
  [`${name}_resting_p99_ms`]: rounded(costs.restingP99Ms),
  [`${name}_cpu_us`]: rounded(costs.cpuMicros),
  [`${name}_lookups`]: rounded(costs.lookups),
  [`${name}_lookups_max`]: costs.lookupsMax,
  [`${name}_resting_lookups`]: rounded(costs.restingLookups),
  [`${name}_store_calls`]: rounded(costs.storeCalls),
  [`${name}_store_wait_p99_ms`]: rounded(costs.storeWaitP99Ms),
});

function readsTable({ warm, cold }: Measured): BenchTable {
  const row = (name: Contestant): string[] => [
    name === 'plain' ? 'without placements' : 'with placements',
    ...[warm[name], cold[name]].flatMap(({ readsPerSecond, cpuMicros }) =>
      [readsPerSecond, cpuMicros].map((value) => `${rounded(value)}`),
    ),
  ];
  return {
    title: 'Eventual reads of 20 cells, 16 in flight',
    header: ['store', 'known: reads/s', 'known: CPU µs', 'looked up: reads/s', 'looked up: CPU µs'],
    rows: NAMES.map(row),
  };
}

function besideTable({ quiet, moving, elsewhere }: MigrationFigures): BenchTable {
  const row = (beside: string, costs: ReadCosts): string[] => [
    beside,
    ...[
      costs.p99Ms,
      costs.p99Ms / quiet.p99Ms,
      costs.cpuMicros,
      costs.lookups,
      costs.restingLookups,
      costs.storeCalls,
      costs.storeWaitP99Ms,
    ].map((value) => `${rounded(value)}`),
  ];
  return {
    title: 'Eventual reads at a fixed rate, one in 20 of a user who moves, each with what runs beside it',
    header: [
      'beside',
      'p99, ms',
      'times alone',
      'CPU µs',
      'lookups',
      'of others',
      'store calls',
      'wait in the store: p99, ms',
    ],
    rows: [row('nothing', quiet), row('a mover', moving), row('a mover of another store', elsewhere)],
  };
}

const moverTable = ({
  usersPerSecond,
  usersPerSecondUnread,
  moverCores,
  moverCoresElsewhere,
}: MigrationFigures): BenchTable => ({
  title: 'A mover at its fastest',
  header: [
    'users moved/s during reads',
    'without reads',
    'cores of the mover during reads',
    'of the other mover',
  ],
  rows: [
    [usersPerSecond, usersPerSecondUnread, moverCores, moverCoresElsewhere].map(
      (value) => `${rounded(value)}`,
    ),
  ],
});
