/** Saturating load of typical users on services with several worker processes. */
import { rounded, type BenchOptions, type BenchTable } from '../harness';
import { CONNECTIONS, type ContestantProcess, type Measure } from './contestant';
import type { BenchUser } from './data';
import { summaryOf, type Rounds } from './measure';

/** Rounds of each service, by its number of workers. */
export type WorkerMeasures = ReadonlyMap<number, readonly Measure[]>;

/** Interleaves the rounds. Each worker gets as many connections as a service without workers. */
export async function measureWorkers(
  services: ReadonlyMap<number, ContestantProcess>,
  users: readonly BenchUser[],
  { rounds, roundMs, warmUpMs, connectionsMax, progress }: Rounds & Pick<BenchOptions, 'progress'>,
): Promise<WorkerMeasures> {
  const measures = new Map([...services.keys()].map((workers): [number, Measure[]] => [workers, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [workers, service] of services) {
      progress(`${workers} workers, ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`);
      const asked = {
        kind: 'typical',
        users,
        connections: workers * Math.min(CONNECTIONS.typical, connectionsMax),
      } as const;
      const seen = await service.saturate(asked, round === 0 ? warmUpMs : roundMs);
      if (round > 0) measures.get(workers)!.push(seen);
    }
  }
  return measures;
}

export function workerFigures(measures: WorkerMeasures): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [workers, seen] of measures) {
    const { perSecond, cpuMicros, p99Ms } = summaryOf(seen);
    figures[`typical, ${workers} workers: requests/s`] = rounded(perSecond);
    figures[`typical, ${workers} workers: CPU µs/request`] = rounded(cpuMicros);
    figures[`typical, ${workers} workers: p99 ms when saturated`] = rounded(p99Ms);
  }
  return figures;
}

/** Returns no table if nothing was measured. */
export function workerTables(measures: WorkerMeasures): readonly BenchTable[] {
  if (measures.size === 0) return [];
  return [
    {
      title: `typical users, saturated, ${CONNECTIONS.typical} connections per worker`,
      header: ['workers', 'requests/s', 'CPU µs/request', 'p99 ms'],
      rows: [...measures].map(([workers, seen]) => {
        const { perSecond, cpuMicros, p99Ms } = summaryOf(seen);
        return [workers, ...[perSecond, cpuMicros, p99Ms].map(rounded)].map(String);
      }),
    },
  ];
}
