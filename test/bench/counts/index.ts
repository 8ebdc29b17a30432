/**
 * Cost of a count end to end: 100 candidates, 4 levels, 3 windows, for users with few, some and many events, over HTTP. Compared with a
 * straightforward service, a service on Redis, and the single row read behind Tidemark's count.
 */
import { join } from 'node:path';
import { startBigtableProcess } from '../bigtable-process';
import { Child } from '../child';
import { WrongAnswer, type BenchOptions, type Benchmark, type BenchSize } from '../harness';
import { measureOpenLoops } from './open-loop';
import { ContestantProcess } from './contestant';
import { EVENTS, KINDS, usersOf, type Kind } from './data';
import { measure, summaryOf, type Rounds, type Users } from './measure';
import { CONTESTANTS, FLOOR, type Contestant } from './messages';
import { HOW_TO_INSTALL, startRedis } from './redis-server';
import { report, type Forms, type Results } from './report';
import { Stores } from './stores';
import { measureWatermarks, type PairPlan } from './watermarks';
import { measureWorkers } from './workers';

interface Plan extends Rounds, PairPlan {
  readonly users: Readonly<Record<Kind, number>>;
  /** Events of a user. */
  readonly events: Readonly<Record<Kind, number>>;
  readonly openRounds: number;
  readonly openWarmUpMs: number;
  readonly openMs: number;
  /** Numbers of workers that are compared. */
  readonly workers: readonly number[];
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: {
    users: { light: 2_000, typical: 800, unpacked: 200, heavy: 12 },
    events: EVENTS,
    connectionsMax: Infinity,
    rounds: 3,
    roundMs: 2_000,
    warmUpMs: 3_000,
    openRounds: 3,
    openWarmUpMs: 3_000,
    openMs: 10_000,
    pairs: 20,
    pairMs: 600,
    workers: [1, 2, 4],
  },
  quick: {
    users: { light: 200, typical: 60, unpacked: 30, heavy: 3 },
    events: EVENTS,
    connectionsMax: Infinity,
    rounds: 1,
    roundMs: 800,
    warmUpMs: 1_000,
    openRounds: 1,
    openWarmUpMs: 500,
    openMs: 3_000,
    pairs: 4,
    pairMs: 300,
    workers: [],
  },
  smoke: {
    users: { light: 3, typical: 3, unpacked: 3, heavy: 1 },
    // More cells than one call of the straightforward service's store takes.
    events: { ...EVENTS, heavy: 6_000 },
    connectionsMax: 2,
    rounds: 1,
    roundMs: 1,
    warmUpMs: 1,
    openRounds: 1,
    openWarmUpMs: 10,
    openMs: 100,
    pairs: 1,
    pairMs: 1,
    workers: [2],
  },
};

export const benchmark: Benchmark = {
  name: 'counts',
  description:
    'a count of 100 candidates over HTTP, beside the straightforward service, Redis, and its own ReadRows',
  hasStores: true,
  async run(options) {
    const plan = PLANS[options.size];
    const nowMs = Date.now() - 60_000;
    const bigtable = await startBigtableProcess(options.store);
    const redis = await startRedis();
    const load = new Child(join(__dirname, '../load/load-process.ts'));

    const processes: ContestantProcess[] = [];
    const start: Start = async (contestant, env) => {
      const message = { contestant, endpoint: bigtable.endpoint, redis: redis?.url, env };
      const started = await ContestantProcess.start(message, load, nowMs);
      processes.push(started);
      return started;
    };
    try {
      if (redis === undefined) options.progress(`${HOW_TO_INSTALL}; that contestant is left out`);
      const users = Object.fromEntries(
        KINDS.map((kind) => [kind, usersOf(kind, plan.users[kind], plan.events[kind])]),
      ) as Users;
      const stores = await Stores.open(bigtable.endpoint, redis?.url, nowMs);
      const forms = await fill(stores, users, options);
      await stores.close();
      const names = CONTESTANTS.filter((name) => name !== 'Redis' || redis !== undefined);
      const storeNames = `${bigtable.name}${redis === undefined ? '' : `; Redis ${redis.version}`}`;
      const measured = await measureAll({ names, start, users, plan, options });
      return report({ ...measured, forms, users, store: options.store, storeNames });
    } finally {
      for (const each of processes) await each.stop();
      await load.stop();
      await redis?.stop();
      await bigtable.stop();
    }
  },
};

type Start = (contestant: Contestant, env?: NodeJS.ProcessEnv) => Promise<ContestantProcess>;

async function measureAll(about: {
  readonly names: readonly Contestant[];
  readonly start: Start;
  readonly users: Users;
  readonly plan: Plan;
  readonly options: BenchOptions;
}): Promise<Pick<Results, 'measures' | 'openLoops' | 'watermarks' | 'workers'>> {
  const { names, start, users, plan } = about;
  const { progress } = about.options;
  const contestants: ContestantProcess[] = [];
  for (const name of names) contestants.push(await start(name));
  await compare(contestants, users);
  const measures = await measure(contestants, users, { ...plan, progress });
  const openLoops = await measureOpenLoops(
    named(contestants, 'tidemark'),
    named(contestants, FLOOR),
    users.typical,
    {
      saturatingPerSecond: summaryOf(measures.get('tidemark')!.typical).perSecond,
      rounds: plan.openRounds,
      warmUpMs: plan.openWarmUpMs,
      durationMs: plan.openMs,
      connectionsMax: plan.connectionsMax,
      progress,
    },
  );
  const tidemark = named(contestants, 'tidemark');
  const watermarks = await measureWatermarks(tidemark, users.typical, { ...plan, progress });
  const services = new Map<number, ContestantProcess>();
  for (const workers of plan.workers) {
    services.set(workers, await start('tidemark', { TIDEMARK_WORKERS: String(workers) }));
  }
  const workers = await measureWorkers(services, users.typical, { ...plan, progress });
  return { measures, openLoops, watermarks, workers };
}

function named(contestants: readonly ContestantProcess[], wanted: Contestant): ContestantProcess {
  return contestants.find(({ name }) => name === wanted)!;
}

/** Resolves with the form of the last user of each kind. */
async function fill(stores: Stores, users: Users, { progress }: BenchOptions): Promise<Forms> {
  const forms: Partial<Record<Kind, Forms[Kind]>> = {};
  for (const kind of KINDS) {
    progress(`storing ${users[kind].length} ${kind} users of ${users[kind][0]!.events} events`);
    for (const user of users[kind]) forms[kind] = await stores.put(user);
  }
  return forms as Forms;
}

const COMPARED = 3;

/** Contestants that do not count. */
const READERS: readonly Contestant[] = [FLOOR, 'ReadRows alone'];

/** Ours is the reference: what it counts is tested against a model elsewhere. */
async function compare(contestants: readonly ContestantProcess[], users: Users): Promise<void> {
  const [ours, ...others] = contestants.filter(({ name }) => !READERS.includes(name));
  for (const user of KINDS.flatMap((kind) => users[kind].slice(0, COMPARED))) {
    const expected = sorted(await ours!.answer(user));
    if (/^[^1-9]*$/.test(expected)) throw new WrongAnswer(`nothing is counted of ${user.userId}`);
    for (const other of others) {
      if (sorted(await other.answer(user)) !== expected) {
        throw new WrongAnswer(`${other.name} counts otherwise for ${user.userId}`);
      }
    }
  }
}

/** With the keys of all objects in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null ? Object.fromEntries(Object.entries(each).sort()) : each,
  );
}
