import { rounded, target, type BenchResult, type BenchTable, type Target } from '../harness';
import type { LoadResult } from '../load/messages';
import { percentile } from '../strict-read/percentile';
import type { Case } from './cases';
import type { Saturated } from './measure';

export interface CaseResult {
  readonly of: Case;
  /** Size of an answer. */
  readonly answerBytes: number;
  readonly saturated: Saturated;
  readonly atHalf: LoadResult;
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
  'requests/s offered': ({ atHalf }) => atHalf.offeredPerSecond,
  'requests/s answered': ({ atHalf }) => atHalf.answeredPerSecond,
  'p50 ms': latencyAt(0.5),
  'p99 ms': latencyAt(0.99),
  'p99.9 ms': latencyAt(0.999),
  shed: ({ atHalf }) => atHalf.shed,
  unanswered: ({ atHalf }) => atHalf.unanswered,
};

/** Returns the processor time of a request divided by that of its row read and its JSON, each alone. */
function floorRatio({ saturated }: CaseResult): number {
  const { cpuMicros, readMicros, encodeMicros } = saturated;
  return cpuMicros / (readMicros + encodeMicros);
}

function latencyAt(share: number): (result: CaseResult) => number {
  return ({ atHalf }) => percentile(atHalf.latenciesMs, share);
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
    target(`p99 ms at half of the saturating load, ${name}`, latencyAt(0.99)(result), '<=', P99_MS_MAX),
  ];
}
