/** Cost of enforced consent for eventual reads, beside the policy `off` and beside a store without records of users. */
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
import type { ConsentRequest, ConsentRun } from './consent-worker';
import { CONTESTANTS, type Contestant } from './contestants';

interface Pace {
  readonly users: number;
  readonly rounds: number;
  /** Reads of each contestant in a round. */
  readonly reads: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { users: 500, rounds: 41, reads: 2_000 },
  quick: { users: 200, rounds: 15, reads: 1_000 },
  smoke: { users: 3, rounds: 1, reads: 10 },
};

const KINDS = ['count', 'object'] as const;
type Kind = (typeof KINDS)[number];

type Runs = Readonly<Record<Contestant, ConsentRun[]>>;

export async function measureConsent({ size, progress }: BenchOptions): Promise<BenchResult> {
  const pace = PACES[size];
  const bigtable = new Child(join(__dirname, '../embedded-server.ts'), { args: [''] });
  const workers = new Map<Contestant, Child>();
  try {
    const endpoint = await bigtable.ask<string>();
    await applySchema(endpoint);
    const nowMs = Date.now();
    for (const name of CONTESTANTS) {
      const args = [name, endpoint, String(nowMs)];
      workers.set(name, new Child(join(__dirname, 'consent-worker.ts'), { args }));
    }
    for (const worker of workers.values()) await worker.ask();
    progress(`writing ${pace.users} users`);
    await ask(workers.get('off')!, { kind: 'fill', users: pace.users });
    const measured = {} as Record<Kind, Runs>;
    for (const kind of KINDS) {
      progress(`${pace.rounds} rounds of ${pace.reads} reads: ${kind}`);
      measured[kind] = await inRounds(workers, kind, pace);
    }
    return report(measured);
  } finally {
    for (const worker of workers.values()) await worker.stop();
    await bigtable.stop();
  }
}

const ask = (worker: Child, request: ConsentRequest): Promise<ConsentRun> => worker.ask(request);

/** Lets all contestants do the same in each round, in an order that changes, and compares their answers. */
async function inRounds(
  workers: ReadonlyMap<Contestant, Child>,
  kind: Kind,
  { users, rounds, reads }: Pace,
): Promise<Runs> {
  const runs: Runs = { none: [], off: [], enforce: [] };
  for (const worker of workers.values()) await ask(worker, { kind, users, reads });
  for (let round = 0; round < rounds; round++) {
    const order = CONTESTANTS.map((_name, at) => CONTESTANTS[(at + round) % CONTESTANTS.length]!);
    for (const name of order) runs[name].push(await ask(workers.get(name)!, { kind, users, reads }));
    const sums = new Set(CONTESTANTS.map((name) => runs[name].at(-1)!.sum));
    if (sums.size > 1 || sums.has(0)) throw new WrongAnswer(`${kind}: ${[...sums].join(' and ')}`);
  }
  return runs;
}

const cpuOf = (runs: readonly ConsentRun[]): number => median(runs.map(({ cpuMicros }) => cpuMicros));

/** Returns the median of the ratios of the rounds. */
function ratioOf(runs: Runs, over: Contestant, name: Contestant = 'enforce'): number {
  return median(runs[name].map(({ cpuMicros }, round) => cpuMicros / runs[over][round]!.cpuMicros));
}

function report(measured: Readonly<Record<Kind, Runs>>): BenchResult {
  const each = <T>(valuesOf: (kind: Kind, runs: Runs) => readonly T[]): T[] =>
    KINDS.flatMap((kind) => valuesOf(kind, measured[kind]));
  return {
    figures: Object.fromEntries(
      each((kind, runs) => [
        ...CONTESTANTS.map((name): [string, number] => [
          `${kind}_${name}_cpu_us`,
          rounded(cpuOf(runs[name])),
        ]),
        [`${kind}_enforce_over_off`, rounded(ratioOf(runs, 'off'))],
        [`${kind}_off_over_none`, rounded(ratioOf(runs, 'none', 'off'))],
      ]),
    ),
    targets: each((kind, runs) => [
      target(`CPU of an eventual ${kind} with policy enforce, times off`, ratioOf(runs, 'off'), '<=', 1.05),
    ]),
    tables: [
      {
        title: 'CPU of the process per eventual read of a consenting user, µs; 16 in flight',
        header: ['read', 'no records', 'policy off', 'policy enforce', 'enforce / off', 'off / no records'],
        rows: each((kind, runs) => [
          [
            kind,
            ...CONTESTANTS.map((name) => `${rounded(cpuOf(runs[name]))}`),
            `${rounded(ratioOf(runs, 'off'))}`,
            `${rounded(ratioOf(runs, 'none', 'off'))}`,
          ],
        ]),
      },
    ],
  };
}
