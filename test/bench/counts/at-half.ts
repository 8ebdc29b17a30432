/** An open loop at half of the saturating load: evenly spread, so that requests do not queue. */
import { rounded, target, type BenchOptions, type BenchTable, type Target } from '../harness';
import { percentile } from '../strict-read/percentile';
import type { ContestantProcess } from './contestant';
import type { BenchUser } from './data';
import { tailTable, type AtHalf } from './tail';

const CONNECTIONS = 256;

export async function measureAtHalf(
  service: ContestantProcess,
  users: readonly BenchUser[],
  about: {
    readonly saturatingPerSecond: number;
    /** Time at this load before the measurement: V8 collects the garbage of the saturating load once it is over. */
    readonly warmUpMs: number;
    readonly durationMs: number;
    readonly progress: BenchOptions['progress'];
  },
): Promise<AtHalf> {
  const perSecond = about.saturatingPerSecond / 2;
  about.progress(`${service.name}: ${Math.round(perSecond)} requests a second`);
  const load = { perSecond, connections: CONNECTIONS };
  await service.offer(users, { ...load, durationMs: about.warmUpMs });
  await service.pauses();
  const before = await service.usage();
  const result = await service.offer(users, { ...load, durationMs: about.durationMs });
  const { cpuMicros } = await service.usage();
  const pauses = await service.pauses();
  return { contestant: service.name, result, pauses, cpuMicros: cpuMicros - before.cpuMicros };
}

const FIGURES = {
  'requests/s offered': ({ result }) => result.offeredPerSecond,
  'requests/s answered': ({ result }) => result.answeredPerSecond,
  'CPU µs/request': ({ result, cpuMicros }) => cpuMicros / result.latenciesMs.length,
  'p50 ms': ({ result }) => percentile(result.latenciesMs, 0.5),
  'p99 ms': ({ result }) => percentile(result.latenciesMs, 0.99),
  'p99.9 ms': ({ result }) => percentile(result.latenciesMs, 0.999),
  shed: ({ result }) => result.shed,
  unanswered: ({ result }) => result.unanswered,
  'full collections/min': ({ pauses }) =>
    (pauses.collections.filter(({ isFull }) => isFull).length * 60) / pauses.seconds,
} as const satisfies Record<string, (measured: AtHalf) => number>;
type Figure = keyof typeof FIGURES;

const NAMES = Object.keys(FIGURES) as Figure[];

export function figuresAtHalf(measured: AtHalf): Readonly<Record<string, number>> {
  return Object.fromEntries(
    NAMES.map((name) => [
      `typical, ${measured.contestant} at half load: ${name}`,
      rounded(FIGURES[name](measured)),
    ]),
  );
}

/** `floor`: the same load on a server that only reads the rows. */
export function tablesAtHalf(measured: AtHalf, floor: AtHalf): readonly BenchTable[] {
  return [
    {
      title: 'typical users at half of the saturating load, from when each request was due',
      header: ['contestant', ...NAMES, 'CPU × floor'],
      rows: [measured, floor].map((each) => [
        each.contestant,
        ...NAMES.map((name) => `${rounded(FIGURES[name](each))}`),
        `${rounded(FIGURES['CPU µs/request'](each) / FIGURES['CPU µs/request'](floor))}`,
      ]),
    },
    tailTable(measured),
    tailTable(floor),
  ];
}

/** Latencies are those of the answers, so shed requests must not be what makes them short. */
const ANSWERED_SHARE = 0.999;

export function targetsAtHalf(measured: AtHalf): readonly Target[] {
  const { due, latenciesMs } = measured.result;
  const where = 'typical, at half of the saturating load';
  return [
    target(
      `share of the requests that are answered, ${where}`,
      latenciesMs.length / due,
      '>=',
      ANSWERED_SHARE,
    ),
    target(`p99 ms, ${where}`, FIGURES['p99 ms'](measured), '<=', 8),
    target(`p99.9 ms, ${where}`, FIGURES['p99.9 ms'](measured), '<=', 16),
    target(`full collections a minute, ${where}`, FIGURES['full collections/min'](measured), '<=', 4),
  ];
}
