/** Saturating load: throughput, processor time and latency of each contestant. */
import { median, type BenchOptions } from '../harness';
import { percentile } from '../strict-read/percentile';
import { CONNECTIONS, type ContestantProcess, type Measure } from './contestant';
import { KINDS, type BenchUser, type Kind } from './data';
import type { Contestant } from './messages';

export type Users = Readonly<Record<Kind, readonly BenchUser[]>>;

/** Rounds of a measurement. The first one, in addition, only warms up. */
export interface Rounds {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Maximum number of connections of a contestant. */
  readonly connectionsMax: number;
}

export type Measures = ReadonlyMap<Contestant, Readonly<Record<Kind, readonly Measure[]>>>;

/** Interleaves the rounds, so that a slow minute of the machine strikes all alike. */
export async function measure(
  contestants: readonly ContestantProcess[],
  users: Users,
  { rounds, roundMs, warmUpMs, connectionsMax, progress }: Rounds & Pick<BenchOptions, 'progress'>,
): Promise<Measures> {
  const measures = new Map(contestants.map(({ name }) => [name, nothingMeasured()]));
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const kind of KINDS) {
      for (const each of contestants) {
        const connections = Math.min(CONNECTIONS[kind], connectionsMax);
        const asked = { kind, users: users[kind], connections };
        const seen = await each.saturate(asked, round === 0 ? warmUpMs : roundMs);
        if (round > 0) measures.get(each.name)![kind].push(seen);
      }
    }
  }
  return measures;
}

function nothingMeasured(): Record<Kind, Measure[]> {
  return { light: [], typical: [], unpacked: [], heavy: [] };
}

/** Medians over the rounds, and the 99th percentile of all latencies; NaN of nothing. */
export interface Summary {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99Ms: number;
}

export function summaryOf(seen: readonly Measure[]): Summary {
  return {
    perSecond: median(seen.map(({ perSecond }) => perSecond)),
    cpuMicros: median(seen.map(({ cpuMicros }) => cpuMicros)),
    p99Ms: percentile(
      seen.flatMap(({ latenciesMs }) => latenciesMs),
      0.99,
    ),
  };
}
