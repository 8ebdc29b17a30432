/**
 * Measures counts at twice the load that the server can answer, with and without load shedding. Requests begin when they are due,
 * independently of the answers to earlier ones, as those of many callers do.
 */
import { join } from 'node:path';
import { startBigtableProcess } from '../bigtable-process';
import { Child } from '../child';
import { ContestantProcess } from '../counts/contestant';
import { usersOf, type BenchUser } from '../counts/data';
import { Stores } from '../counts/stores';
import {
  median,
  rounded,
  target,
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
} from '../harness';
import { percentile } from '../strict-read/percentile';

/** Without shedding there is no other limit, either: what comes is worked on. */
const SETTINGS = {
  on: {},
  off: { TIDEMARK_HTTP_SHEDDING: 'off', TIDEMARK_HTTP_REQUESTS_IN_FLIGHT_MAX: '1000000' },
} as const;
type Setting = keyof typeof SETTINGS;

const OVERLOAD = 2;
/** Enough that requests wait in the service, not for a connection. */
const CONNECTIONS = 2_048;

interface Pace {
  readonly users: number;
  readonly rounds: number;
  readonly roundMs: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { users: 50, rounds: 3, roundMs: 10_000 },
  quick: { users: 50, rounds: 1, roundMs: 4_000 },
  smoke: { users: 3, rounds: 1, roundMs: 200 },
};

interface Outcome {
  /** Answers a second to as many requests as it takes. */
  readonly peakPerSecond: number;
  readonly offeredPerSecond: number;
  readonly goodPerSecond: number;
  readonly shedPerSecond: number;
  /** Requests that got no answer at all. */
  readonly unanswered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export const benchmark: Benchmark = {
  name: 'shedding',
  description: 'counts at twice the load that can be answered, with load shedding and without it',
  hasStores: true,
  async run(options) {
    const { users: count, rounds, roundMs } = PACES[options.size];
    const nowMs = Date.now() - 60_000;
    const bigtable = await startBigtableProcess(options.store);
    const load = new Child(join(__dirname, '../load/load-process.ts'));

    const users = usersOf('typical', count);
    const services: ContestantProcess[] = [];
    try {
      const stores = await Stores.open(bigtable.endpoint, undefined, nowMs);
      for (const user of users) await stores.put(user);
      await stores.close();
      const outcomes: Record<Setting, Outcome[]> = { on: [], off: [] };
      for (const setting of ['on', 'off'] as const) {
        const start = { contestant: 'tidemark', endpoint: bigtable.endpoint, redis: undefined } as const;
        const service = await ContestantProcess.start({ ...start, env: SETTINGS[setting] }, load, nowMs);
        services.push(service);
        await service.saturate({ kind: 'typical', users }, roundMs / 2);
      }
      for (let round = 1; round <= rounds; round++) {
        for (const [i, setting] of (['on', 'off'] as const).entries()) {
          options.progress(`round ${round} of ${rounds}, shedding ${setting}`);
          outcomes[setting].push(await overload(services[i]!, users, { roundMs, options }));
        }
      }
      return report(outcomes);
    } finally {
      for (const service of services) await service.stop();
      await load.stop();
      await bigtable.stop();
    }
  },
};

async function overload(
  service: ContestantProcess,
  users: readonly BenchUser[],
  { roundMs, options }: { readonly roundMs: number; readonly options: BenchOptions },
): Promise<Outcome> {
  const { perSecond: peakPerSecond } = await service.saturate({ kind: 'typical', users }, roundMs / 2);
  const perSecond = OVERLOAD * peakPerSecond;
  const load = { perSecond, durationMs: roundMs, connections: CONNECTIONS };
  const result = await service.offer(users, load);
  const { statuses, latenciesMs } = result;
  options.progress(`${Math.round(perSecond)} a second: ${JSON.stringify(statuses)}`);
  return {
    peakPerSecond,
    offeredPerSecond: result.offeredPerSecond,
    goodPerSecond: result.answeredPerSecond,
    shedPerSecond: (result.shed * 1_000) / roundMs,
    unanswered: result.unanswered,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

function report(outcomes: Readonly<Record<Setting, readonly Outcome[]>>): BenchResult {
  const figures: Record<string, number> = {};
  const rows = (['on', 'off'] as const).map((setting) => {
    const of = (name: keyof Outcome): number => rounded(median(outcomes[setting].map((each) => each[name])));
    const names = [
      'peakPerSecond',
      'offeredPerSecond',
      'goodPerSecond',
      'shedPerSecond',
      'unanswered',
      'p50Ms',
      'p99Ms',
    ] as const;
    for (const name of names) figures[`shedding ${setting}: ${name}`] = of(name);
    return [setting, ...names.map((name) => String(of(name)))];
  });
  const share = median(outcomes.on.map(({ goodPerSecond, peakPerSecond }) => goodPerSecond / peakPerSecond));
  const tail = (setting: Setting): number => median(outcomes[setting].map(({ p99Ms }) => p99Ms));
  return {
    figures,
    targets: [
      target('answered at twice the load, share of the peak', share, '>=', 0.8),
      target('p99 ms of what is answered at twice the load', tail('on'), '<=', 200),
      target('p99 without shedding / with it', tail('off') / tail('on'), '>=', 5),
    ],
    tables: [
      {
        title: `POST /v1/counts:query, typical users, ${OVERLOAD} × what is answered at most; one process`,
        header: ['shedding', 'peak/s', 'offered/s', 'answered/s', 'shed/s', 'unanswered', 'p50 ms', 'p99 ms'],
        rows,
      },
    ],
  };
}
