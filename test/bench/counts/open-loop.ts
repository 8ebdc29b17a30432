/** Open loops, at half of the saturating load and at a fixed rate: evenly spread, so that requests do not queue. */
import { median, rounded, target, type BenchOptions, type BenchTable, type Target } from '../harness';
import { percentile } from '../strict-read/percentile';
import type { ContestantProcess } from './contestant';
import type { BenchUser } from './data';
import { othersMs } from '../other-work';
import { tailTable, type OpenLoop } from './tail';

const CONNECTIONS = 256;
/** Requests a second that leave the machine, which also runs the store and the load, a third of its processor time. */
const MODERATE_PER_SECOND = 400;

/** The open loops of a run, in rounds that alternate: of the service, and of the floor under the same load. */
export interface OpenLoops {
  readonly half: Rounds;
  readonly moderate: Rounds;
}

interface Rounds {
  readonly measured: readonly OpenLoop[];
  readonly floor: readonly OpenLoop[];
}

export interface OpenLoopPlan {
  readonly rounds: number;
  /** Time at this load before each measurement: V8 collects the garbage of the saturating load once it is over. */
  readonly warmUpMs: number;
  /** Time of a round. */
  readonly durationMs: number;
  readonly connectionsMax: number;
  readonly progress: BenchOptions['progress'];
}

export async function measureOpenLoops(
  service: ContestantProcess,
  floor: ContestantProcess,
  users: readonly BenchUser[],
  { saturatingPerSecond, ...plan }: OpenLoopPlan & { readonly saturatingPerSecond: number },
): Promise<OpenLoops> {
  const roundsAt = async (perSecond: number): Promise<Rounds> => {
    const [measured, ofFloor]: [OpenLoop[], OpenLoop[]] = [[], []];
    for (let round = 0; round < plan.rounds; round++) {
      measured.push(await measureAt(perSecond, service, users, plan));
      ofFloor.push(await measureAt(perSecond, floor, users, plan));
    }
    return { measured, floor: ofFloor };
  };
  return { half: await roundsAt(saturatingPerSecond / 2), moderate: await roundsAt(MODERATE_PER_SECOND) };
}

async function measureAt(
  perSecond: number,
  service: ContestantProcess,
  users: readonly BenchUser[],
  plan: OpenLoopPlan,
): Promise<OpenLoop> {
  plan.progress(`${service.name}: ${Math.round(perSecond)} requests a second`);
  const load = { perSecond, connections: Math.min(CONNECTIONS, plan.connectionsMax) };
  await service.offer(users, { ...load, durationMs: plan.warmUpMs });
  await service.pauses();
  const before = await service.usage();
  const othersBeforeMs = othersMs();
  const result = await service.offer(users, { ...load, durationMs: plan.durationMs });
  const ofOthersMs = Math.max(0, othersMs() - othersBeforeMs);
  const { cpuMicros } = await service.usage();
  const pauses = await service.pauses();
  return {
    contestant: service.name,
    result,
    pauses,
    cpuMicros: cpuMicros - before.cpuMicros,
    othersMs: ofOthersMs,
  };
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
  'others use, CPU ms/s': ({ othersMs: ofOthersMs, pauses }) => ofOthersMs / pauses.seconds,
} as const satisfies Record<string, (measured: OpenLoop) => number>;
type Figure = keyof typeof FIGURES;

const NAMES = Object.keys(FIGURES) as Figure[];

/** Figures that add up over the rounds; of the others the median counts. */
const SUMS: readonly Figure[] = ['shed', 'unanswered'];

function figureOf(name: Figure, rounds: readonly OpenLoop[]): number {
  const values = rounds.map(FIGURES[name]);
  return SUMS.includes(name) ? values.reduce((sum, value) => sum + value, 0) : median(values);
}

const LOADS = [
  ['half', 'half load'],
  ['moderate', `${MODERATE_PER_SECOND} requests/s`],
] as const satisfies readonly (readonly [keyof OpenLoops, string])[];

export function openLoopFigures(loops: OpenLoops): Readonly<Record<string, number>> {
  return Object.fromEntries(
    LOADS.flatMap(([load, at]) =>
      [loops[load].measured, loops[load].floor].flatMap((rounds) =>
        NAMES.map((name) => [
          `typical, ${rounds[0]!.contestant} at ${at}: ${name}`,
          rounded(figureOf(name, rounds)),
        ]),
      ),
    ),
  );
}

export function openLoopTables({ half, moderate }: OpenLoops): readonly BenchTable[] {
  const rowsOf = ({ measured, floor }: Rounds): string[][] =>
    measured.flatMap((each, round) => [rowOf(each, floor[round]!), rowOf(floor[round]!, floor[round]!)]);
  return [
    {
      title:
        `typical users, at half of the saturating load and at ${MODERATE_PER_SECOND} requests/s, ` +
        'from when each request was due, a line for each round',
      header: ['contestant', ...NAMES, 'CPU × floor'],
      rows: [...rowsOf(half), ...rowsOf(moderate)],
    },
    tailTable(worstOf(half.measured)),
    tailTable(worstOf(half.floor)),
  ];
}

function rowOf(each: OpenLoop, floor: OpenLoop): string[] {
  const byFloor = FIGURES['CPU µs/request'](each) / FIGURES['CPU µs/request'](floor);
  return [each.contestant, ...NAMES.map((name) => `${rounded(FIGURES[name](each))}`), `${rounded(byFloor)}`];
}

/** Returns the round with the longest tail. */
function worstOf(rounds: readonly OpenLoop[]): OpenLoop {
  const tailMs = FIGURES['p99 ms'];
  return rounds.reduce((worst, each) => (tailMs(each) > tailMs(worst) ? each : worst));
}

/** Latencies are those of the answers, so shed requests must not be what makes them short. */
const ANSWERED_SHARE = 0.999;

/** The targets apply to medians of the rounds, so that one halt of the machine does not decide. */
export function openLoopTargets({ half, moderate }: OpenLoops): readonly Target[] {
  const where = 'typical, at half of the saturating load';
  const answered = half.measured.map(({ result: { due, latenciesMs } }) => latenciesMs.length / due);
  const collections = figureOf('full collections/min', half.measured);
  return [
    target(`share of the requests that are answered, ${where}`, median(answered), '>=', ANSWERED_SHARE),
    ...latencyTargets(half, where),
    ...latencyTargets(moderate, `typical, at ${MODERATE_PER_SECOND} requests/s`),
    target(`full collections a minute, ${where}`, collections, '<=', 4),
  ];
}

function latencyTargets({ measured }: Rounds, where: string): readonly Target[] {
  return [
    target(`p99 ms, ${where}`, figureOf('p99 ms', measured), '<=', 8),
    target(`p99.9 ms, ${where}`, figureOf('p99.9 ms', measured), '<=', 16),
  ];
}
