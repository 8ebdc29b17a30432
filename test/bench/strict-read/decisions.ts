/** Cost of choosing among many clusters. */
import { type BenchOptions, type BenchSize, median } from '../harness';
import { keyOf } from './rows';
import { openRouter } from './store';
import { manyClusters, TABLE } from './topology';

export interface Decisions {
  readonly clusters: number;
  readonly regions: number;
  readonly readNanos: number;
  readonly writeNanos: number;
}

interface Plan {
  readonly rounds: number;
  /** Decisions of a round. */
  readonly count: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { rounds: 55, count: 20_000 },
  quick: { rounds: 7, count: 20_000 },
  smoke: { rounds: 1, count: 2_000 },
};
const WARM_UPS = 5;

/** With eight regions, as Cloud Bigtable has them at most, and with one, whose clusters are all to be ordered. */
export function measureDecisions({ size, progress }: BenchOptions): Decisions[] {
  progress('decisions');
  return [8, 1].map((regions) => decisionsIn(regions, PLANS[size]));
}

function decisionsIn(regions: number, { count, rounds: roundCount }: Plan): Decisions {
  const router = openRouter(manyClusters(regions), 'region-0');
  const keys = Array.from({ length: count }, (_, index) => keyOf(index));
  const nanosOf = (decide: (key: Buffer) => unknown): number => {
    const rounds = Array.from({ length: WARM_UPS + roundCount }, () => {
      const before = process.cpuUsage();
      for (const key of keys) decide(key);
      // Processor time: the machine may have other things to do.
      const { user, system } = process.cpuUsage(before);
      return ((user + system) * 1_000) / keys.length;
    });
    // The first rounds warm the compiler up.
    return median(rounds.slice(WARM_UPS));
  };
  return {
    clusters: router.forRead(TABLE, keys[0]!).length,
    regions,
    readNanos: nanosOf((key) => router.forRead(TABLE, key)),
    writeNanos: nanosOf((key) => router.forWrite(TABLE, key)),
  };
}
