import { rounded, target, type BenchResult, type BenchTable, type Target } from '../harness';
import { percentile } from '../strict-read/percentile';
import type { Case } from './cases';
import type { OpenLoop, Saturated } from './measure';

export interface CaseResult {
  readonly of: Case;
  /** Size of an answer. */
  readonly answerBytes: number;
  readonly saturated: Saturated;
  readonly atHalf: OpenLoop;
  /** The bare server under the same load. */
  readonly floorAtHalf: OpenLoop;
}

export interface Results {
  readonly cases: readonly CaseResult[];
  readonly batch: number;
  readonly storeName: string;
}

export function report({ cases, batch, storeName }: Results): BenchResult {
  const figures: Record<string, number> = {};
  for (const each of cases) {
    const all = { ...columnsOf(SATURATED, each), ...columnsOf(AT_HALF, each) };
    for (const [name, value] of Object.entries(all)) figures[`${each.of.name}: ${name}`] = value;
  }
  const saturated = `profiles, single and in batches of ${batch}, saturated; store: ${storeName}`;
  return {
    figures,
    targets: cases.flatMap(targetsOf),
    tables: [
      tableOf(saturated, SATURATED, cases),
      tableOf('at half of the saturating load, from when each request was due', AT_HALF, cases),
    ],
  };
}

type Columns = Readonly<Record<string, (result: CaseResult) => number>>;

const SATURATED: Columns = {
  'answer bytes': ({ answerBytes }) => answerBytes,
  connections: ({ of }) => of.connections,
  'requests/s': ({ saturated }) => saturated.perSecond,
  'CPU µs/request': ({ saturated }) => saturated.cpuMicros,
  'ReadRows alone': ({ saturated }) => saturated.readMicros,
  'JSON alone': ({ saturated }) => saturated.encodeMicros,
  '× floor': floorRatio,
};

const AT_HALF: Columns = {
  'requests/s offered': ({ atHalf }) => atHalf.result.offeredPerSecond,
  'requests/s answered': ({ atHalf }) => atHalf.result.answeredPerSecond,
  'CPU µs/request at half load': ({ atHalf }) => atHalf.cpuMicros,
  '× bare server': ({ atHalf, floorAtHalf }) => atHalf.cpuMicros / floorAtHalf.cpuMicros,
  'p50 ms': ({ atHalf }) => latencyAt(atHalf, 0.5),
  'p99 ms': ({ atHalf }) => latencyAt(atHalf, 0.99),
  'p99.9 ms': ({ atHalf }) => latencyAt(atHalf, 0.999),
  'full collections/min': ({ atHalf }) => collectionsPerMinute(atHalf),
  'longest, ms': ({ atHalf }) => longestMs(atHalf),
  'others use, CPU ms/s': ({ atHalf: { othersMs, pauses } }) => othersMs / pauses.seconds,
  'bare server: p50 ms': ({ floorAtHalf }) => latencyAt(floorAtHalf, 0.5),
  'bare server: p99 ms': ({ floorAtHalf }) => latencyAt(floorAtHalf, 0.99),
  'bare server: full collections/min': ({ floorAtHalf }) => collectionsPerMinute(floorAtHalf),
  'bare server: longest, ms': ({ floorAtHalf }) => longestMs(floorAtHalf),
  shed: ({ atHalf }) => atHalf.result.shed,
  unanswered: ({ atHalf }) => atHalf.result.unanswered,
};

/** Returns the processor time of a request divided by that of its row read and its JSON, each alone. */
function floorRatio({ saturated }: CaseResult): number {
  const { cpuMicros, readMicros, encodeMicros } = saturated;
  return cpuMicros / (readMicros + encodeMicros);
}

function latencyAt({ result }: OpenLoop, share: number): number {
  return percentile(result.latenciesMs, share);
}

function collectionsPerMinute({ pauses: { collections, seconds } }: OpenLoop): number {
  return (collections.filter(({ isFull }) => isFull).length * 60) / seconds;
}

function longestMs({ pauses: { collections } }: OpenLoop): number {
  return Math.max(0, ...collections.map(({ startMs, endMs }) => endMs - startMs));
}

function columnsOf(columns: Columns, result: CaseResult): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, rounded(of(result))]));
}

function tableOf(title: string, columns: Columns, cases: readonly CaseResult[]): BenchTable {
  return {
    title,
    header: ['answer', ...Object.keys(columns)],
    rows: cases.map((each) => [each.of.name, ...Object.values(columnsOf(columns, each)).map(String)]),
  };
}

const FLOOR_RATIO_MAX = 2;
const P99_MS_MAX = 20;

function targetsOf(result: CaseResult): readonly Target[] {
  const { name, objects } = result.of;
  const floor = target(`CPU per request / floor, ${name}`, floorRatio(result), '<=', FLOOR_RATIO_MAX);
  if (objects > 1) return [floor];
  return [
    floor,
    target(
      `p99 ms at half of the saturating load, ${name}`,
      latencyAt(result.atHalf, 0.99),
      '<=',
      P99_MS_MAX,
    ),
  ];
}
