/** Cost of the watermark and the token of an eventual count: pairs of short runs in turns, with and without them. */
import { median, rounded, target, type BenchOptions, type BenchTable, type Target } from '../harness';
import { CONNECTIONS, type ContestantProcess } from './contestant';
import type { BenchUser } from './data';

/** Processor time of the service per request, in microseconds, in one pair of runs. */
export interface WatermarkPair {
  readonly withMicros: number;
  readonly withoutMicros: number;
}

export interface PairPlan {
  readonly pairs: number;
  /** Time of one run. */
  readonly pairMs: number;
  readonly connectionsMax: number;
}

/** A read that wants no token needs no watermark either. */
const WITHOUT = { consistency: { returnToken: false } };

/** The first pair only warms up. */
export async function measureWatermarks(
  service: ContestantProcess,
  users: readonly BenchUser[],
  { pairs, pairMs, connectionsMax, progress }: PairPlan & Pick<BenchOptions, 'progress'>,
): Promise<readonly WatermarkPair[]> {
  progress('counts with and without watermarks');
  const asked = {
    kind: 'typical',
    users,
    connections: Math.min(CONNECTIONS.typical, connectionsMax),
  } as const;
  const microsOf = async (extra: object): Promise<number> =>
    (await service.saturate({ ...asked, extra }, pairMs)).cpuMicros;
  const measured: WatermarkPair[] = [];
  for (let pair = 0; pair <= pairs; pair++) {
    // Each comes first as often as last.
    const first = await microsOf(pair % 2 === 0 ? {} : WITHOUT);
    const second = await microsOf(pair % 2 === 0 ? WITHOUT : {});
    const [withMicros, withoutMicros] = pair % 2 === 0 ? [first, second] : [second, first];
    if (pair > 0) measured.push({ withMicros, withoutMicros });
  }
  return measured;
}

const ratioOf = ({ withMicros, withoutMicros }: WatermarkPair): number => withMicros / withoutMicros;

export function watermarkFigures(pairs: readonly WatermarkPair[]): Readonly<Record<string, number>> {
  return {
    'typical, tidemark: CPU by a count without watermarks': rounded(median(pairs.map(ratioOf))),
  };
}

export function watermarkTables(pairs: readonly WatermarkPair[]): readonly BenchTable[] {
  const ratios = pairs.map(ratioOf);
  const of = (micros: keyof WatermarkPair): number => median(pairs.map((pair) => pair[micros]));
  const columns = [
    of('withMicros'),
    of('withoutMicros'),
    median(ratios),
    Math.min(...ratios),
    Math.max(...ratios),
  ];
  return [
    {
      title:
        'typical users, saturated, an eventual count with its watermark and token, and without (`returnToken: false`), CPU µs',
      header: ['pairs', 'with', 'without', 'ratio (median)', 'lowest', 'highest'],
      rows: [[pairs.length, ...columns.map(rounded)].map(String)],
    },
  ];
}

export function watermarkTargets(pairs: readonly WatermarkPair[]): readonly Target[] {
  const ratio = median(pairs.map(ratioOf));
  return [target('CPU of an eventual count by one without watermarks, typical', ratio, '<=', 1.05)];
}
