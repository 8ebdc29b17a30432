/** Users that one worker erases per second, in a small and in a large table. */
import { join } from 'node:path';
import { applySchema } from '../../support/running-app';
import { Child } from '../child';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
} from '../harness';
import type { ErasureRequest, ErasureRun } from './erasure-process';

interface Pace {
  /** Users in the small and in the large table. */
  readonly small: number;
  readonly large: number;
  readonly rounds: number;
  /** Users that are erased in each table and round. */
  readonly erased: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { small: 2_000, large: 20_000, rounds: 9, erased: 200 },
  quick: { small: 400, large: 4_000, rounds: 3, erased: 100 },
  smoke: { small: 4, large: 8, rounds: 1, erased: 2 },
};

const TABLES = ['small', 'large'] as const;
type Table = (typeof TABLES)[number];
type Runs = Readonly<Record<Table, ErasureRun[]>>;

export async function measureErasure({ size, progress }: BenchOptions): Promise<BenchResult> {
  const pace = PACES[size];
  const children: Child[] = [];
  const start = (script: string, args: readonly string[]): Child => {
    const child = new Child(join(__dirname, script), { args: [...args] });
    children.push(child);
    return child;
  };
  try {
    const erasers = {} as Record<Table, Child>;
    for (const table of TABLES) {
      const endpoint = await start('../embedded-server.ts', ['']).ask<string>();
      await applySchema(endpoint);
      erasers[table] = start('erasure-process.ts', [endpoint, String(Date.now())]);
      await erasers[table].ask();
      progress(`writing ${pace[table]} users`);
      await ask(erasers[table], { kind: 'fill', users: pace[table] });
    }
    progress(`${pace.rounds} rounds of ${pace.erased} users in each table`);
    return report(await inRounds(erasers, pace), pace);
  } finally {
    for (const child of children.reverse()) await child.stop();
  }
}

const ask = (child: Child, request: ErasureRequest): Promise<ErasureRun> => child.ask(request);

async function inRounds(
  erasers: Readonly<Record<Table, Child>>,
  { rounds, erased: users }: Pace,
): Promise<Runs> {
  const runs: Runs = { small: [], large: [] };
  for (let round = 0; round < rounds; round++) {
    for (const table of round % 2 === 0 ? TABLES : [...TABLES].reverse()) {
      const run = await ask(erasers[table], { kind: 'erase', first: round * users, users });
      if (run.certified !== users)
        throw new WrongAnswer(`${table}: ${run.certified} of ${users} users were certified`);
      runs[table].push(run);
    }
  }
  return runs;
}

type Measure = Exclude<keyof ErasureRun, 'certified'>;

const medianOf = (runs: readonly ErasureRun[], measure: Measure): number =>
  median(runs.map((run) => run[measure]));

/** Returns the median of the ratios of the rounds. */
const ratioOf = ({ small, large }: Runs, measure: Measure): number =>
  median(large.map((run, round) => run[measure] / small[round]![measure]));

function report(runs: Runs, pace: Pace): BenchResult {
  const figures = TABLES.flatMap((table): [string, number][] => [
    [`erase_${table}_hidden_per_s`, rounded(medianOf(runs[table], 'hiddenPerSecond'))],
    [`erase_${table}_certified_per_s`, rounded(medianOf(runs[table], 'certifiedPerSecond'))],
    [`erase_${table}_cpu_us`, rounded(medianOf(runs[table], 'cpuMicros'))],
  ]);
  const ratio = ratioOf(runs, 'certifiedPerSecond');
  const row = (table: Table): string[] => [
    `${pace[table]} users`,
    `${rounded(medianOf(runs[table], 'hiddenPerSecond'))}`,
    `${rounded(medianOf(runs[table], 'certifiedPerSecond'))}`,
    `${rounded(medianOf(runs[table], 'cpuMicros'))}`,
  ];
  const ratios = (['hiddenPerSecond', 'certifiedPerSecond', 'cpuMicros'] as const).map(
    (measure) => `${rounded(ratioOf(runs, measure))}`,
  );
  return {
    figures: Object.fromEntries([...figures, ['erase_large_over_small', rounded(ratio)]]),
    targets: [target('users erased per second, large table by small', ratio, '>=', 0.8)],
    tables: [
      {
        title: `Users of one worker per second, ${pace.erased} at a time, without the wait for derived data`,
        header: [
          'table',
          'hidden per s',
          'hidden, deleted and certified per s',
          'CPU of the worker per user, µs',
        ],
        rows: [row('small'), row('large'), ['large / small', ...ratios]],
      },
    ],
  };
}
