/** Open loops, at half of the saturating load and at a fixed rate: evenly spread, so that requests do not queue. */
import { rounded, target, type BenchOptions, type BenchTable, type Target } from '../harness';
import { percentile } from '../strict-read/percentile';
import type { ContestantProcess } from './contestant';
import type { BenchUser } from './data';
import { tailTable, type OpenLoop } from './tail';

const CONNECTIONS = 256;
/** Requests a second that leave the machine, which also runs the store and the load, a third of its processor time. */
const MODERATE_PER_SECOND = 400;

/** The open loops of a run: of the service, and of the floor under the same load. */
export interface OpenLoops {
  readonly half: Pair;
  readonly moderate: Pair;
}

interface Pair {
  readonly measured: OpenLoop;
  readonly floor: OpenLoop;
}

export interface OpenLoopPlan {
  /** Time at this load before the measurement: V8 collects the garbage of the saturating load once it is over. */
  readonly warmUpMs: number;
  readonly durationMs: number;
  readonly progress: BenchOptions['progress'];
}

export async function measureOpenLoops(
  service: ContestantProcess,
  floor: ContestantProcess,
  users: readonly BenchUser[],
  { saturatingPerSecond, ...plan }: OpenLoopPlan & { readonly saturatingPerSecond: number },
): Promise<OpenLoops> {
  const pairAt = async (perSecond: number): Promise<Pair> => ({
    measured: await measureAt(perSecond, service, users, plan),
    floor: await measureAt(perSecond, floor, users, plan),
  });
  return { half: await pairAt(saturatingPerSecond / 2), moderate: await pairAt(MODERATE_PER_SECOND) };
}

async function measureAt(
  perSecond: number,
  service: ContestantProcess,
  users: readonly BenchUser[],
  plan: OpenLoopPlan,
): Promise<OpenLoop> {
  plan.progress(`${service.name}: ${Math.round(perSecond)} requests a second`);
  const load = { perSecond, connections: CONNECTIONS };
  await service.offer(users, { ...load, durationMs: plan.warmUpMs });
  await service.pauses();
  const before = await service.usage();
  const result = await service.offer(users, { ...load, durationMs: plan.durationMs });
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
} as const satisfies Record<string, (measured: OpenLoop) => number>;
type Figure = keyof typeof FIGURES;

const NAMES = Object.keys(FIGURES) as Figure[];

const LOADS = [
  ['half', 'half load'],
  ['moderate', `${MODERATE_PER_SECOND} requests/s`],
] as const satisfies readonly (readonly [keyof OpenLoops, string])[];

export function openLoopFigures(loops: OpenLoops): Readonly<Record<string, number>> {
  return Object.fromEntries(
    LOADS.flatMap(([load, at]) =>
      [loops[load].measured, loops[load].floor].flatMap((each) =>
        NAMES.map((name) => [`typical, ${each.contestant} at ${at}: ${name}`, rounded(FIGURES[name](each))]),
      ),
    ),
  );
}

export function openLoopTables({ half, moderate }: OpenLoops): readonly BenchTable[] {
  const rowsOf = ({ measured, floor }: Pair): string[][] =>
    [measured, floor].map((each) => [
      each.contestant,
      ...NAMES.map((name) => `${rounded(FIGURES[name](each))}`),
      `${rounded(FIGURES['CPU µs/request'](each) / FIGURES['CPU µs/request'](floor))}`,
    ]);
  return [
    {
      title:
        `typical users, at half of the saturating load and at ${MODERATE_PER_SECOND} requests/s, ` +
        'from when each request was due',
      header: ['contestant', ...NAMES, 'CPU × floor'],
      rows: [...rowsOf(half), ...rowsOf(moderate)],
    },
    tailTable(half.measured),
    tailTable(half.floor),
  ];
}

/** Latencies are those of the answers, so shed requests must not be what makes them short. */
const ANSWERED_SHARE = 0.999;

export function openLoopTargets({ half, moderate }: OpenLoops): readonly Target[] {
  const { due, latenciesMs } = half.measured.result;
  const where = 'typical, at half of the saturating load';
  const atModerate = `typical, at ${MODERATE_PER_SECOND} requests/s`;
  return [
    target(
      `share of the requests that are answered, ${where}`,
      latenciesMs.length / due,
      '>=',
      ANSWERED_SHARE,
    ),
    ...latencyTargets(half.measured, where),
    ...latencyTargets(moderate.measured, atModerate),
    target(`full collections a minute, ${where}`, FIGURES['full collections/min'](half.measured), '<=', 4),
  ];
}

function latencyTargets(measured: OpenLoop, where: string): readonly Target[] {
  return [
    target(`p99 ms, ${where}`, FIGURES['p99 ms'](measured), '<=', 8),
    target(`p99.9 ms, ${where}`, FIGURES['p99.9 ms'](measured), '<=', 16),
  ];
}
