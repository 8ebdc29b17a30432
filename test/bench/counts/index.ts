/**
 * Cost of a count end to end: 100 candidates, 4 levels, 3 windows, for users with few, some and many events, over HTTP. Compared with a
 * straightforward service, a service on Redis, and the single row read behind Tidemark's count.
 */
import { startBigtableProcess } from '../bigtable-process';
import { Child } from '../child';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type BenchOptions,
  type Benchmark,
  type BenchResult,
  type BenchSize,
  type Target,
} from '../harness';
import { percentile } from '../strict-read/percentile';
import { join } from 'node:path';
import { CONNECTIONS, ContestantProcess, type Measure } from './contestant';
import { EVENTS, KINDS, usersOf, type BenchUser, type Kind } from './data';
import { CONTESTANTS, type Contestant, type LoadResult, type Pauses } from './messages';
import { HOW_TO_INSTALL, startRedis } from './redis-server';
import { Stores, type StoredForm } from './stores';
import { tailTable } from './tail';

interface Plan {
  readonly users: Readonly<Record<Kind, number>>;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  readonly openMs: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: {
    users: { light: 2_000, typical: 800, heavy: 12 },
    rounds: 3,
    roundMs: 3_000,
    warmUpMs: 4_000,
    openMs: 15_000,
  },
  quick: {
    users: { light: 200, typical: 60, heavy: 3 },
    rounds: 1,
    roundMs: 1_000,
    warmUpMs: 1_500,
    openMs: 3_000,
  },
  smoke: {
    users: { light: 5, typical: 3, heavy: 1 },
    rounds: 1,
    roundMs: 100,
    warmUpMs: 50,
    openMs: 500,
  },
};

export const benchmark: Benchmark = {
  name: 'counts',
  description:
    'a count of 100 candidates over HTTP, beside the straightforward service, Redis, and its own ReadRows',
  async run(options) {
    const plan = PLANS[options.size];
    const nowMs = Date.now() - 60_000;
    const bigtable = await startBigtableProcess('embedded');
    const redis = await startRedis();
    const load = new Child(join(__dirname, 'load-process.ts'));

    const contestants: ContestantProcess[] = [];
    try {
      if (redis === undefined) options.progress(`${HOW_TO_INSTALL}; that contestant is left out`);
      const users = Object.fromEntries(KINDS.map((kind) => [kind, usersOf(kind, plan.users[kind])])) as Users;
      const stores = await Stores.open(bigtable.endpoint, redis?.url, nowMs);
      const forms = await fill(stores, users, options);
      await stores.close();
      for (const contestant of CONTESTANTS) {
        if (contestant === 'Redis' && redis === undefined) continue;
        const start = { contestant, endpoint: bigtable.endpoint, redis: redis?.url };
        contestants.push(await ContestantProcess.start(start, load, nowMs));
      }
      await compare(contestants, users);
      const measures = await measure(contestants, users, { plan, options });
      const open = await atHalf(contestants[0]!, users.typical, { plan, measures, options });
      const stores_ = `${bigtable.name}${redis === undefined ? '' : `; Redis ${redis.version}`}`;
      return report({ measures, open, forms, plan, stores: stores_ });
    } finally {
      for (const each of contestants) await each.stop();
      await load.stop();
      await redis?.stop();
      await bigtable.stop();
    }
  },
};

type Users = Readonly<Record<Kind, readonly BenchUser[]>>;
type Forms = Readonly<Record<Kind, StoredForm>>;

/** Resolves with the form of the last user of each kind. */
async function fill(stores: Stores, users: Users, { progress }: BenchOptions): Promise<Forms> {
  const forms: Partial<Record<Kind, StoredForm>> = {};
  for (const kind of KINDS) {
    progress(`storing ${users[kind].length} ${kind} users of ${EVENTS[kind]} events`);
    for (const user of users[kind]) forms[kind] = await stores.put(user);
  }
  return forms as Forms;
}

const COMPARED = 3;

/** Ours is the reference: what it counts is tested against a model elsewhere. */
async function compare(contestants: readonly ContestantProcess[], users: Users): Promise<void> {
  const [ours, ...others] = contestants.filter(({ name }) => name !== 'ReadRows alone');
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

type Measures = ReadonlyMap<Contestant, Readonly<Record<Kind, readonly Measure[]>>>;

interface Running {
  readonly plan: Plan;
  readonly options: BenchOptions;
}

/** Interleaved rounds, so that a slow minute of the machine strikes all alike. The first round only warms up. */
async function measure(
  contestants: readonly ContestantProcess[],
  users: Users,
  { plan: { rounds, roundMs, warmUpMs }, options: { progress } }: Running,
): Promise<Measures> {
  const measures = new Map(contestants.map(({ name }) => [name, nothingMeasured()]));
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const kind of KINDS) {
      for (const each of contestants) {
        const seen = await each.saturate({ kind, users: users[kind] }, round === 0 ? warmUpMs : roundMs);
        if (round > 0) measures.get(each.name)![kind].push(seen);
      }
    }
  }
  return measures;
}

function nothingMeasured(): Record<Kind, Measure[]> {
  return { light: [], typical: [], heavy: [] };
}

const OPEN_CONNECTIONS = 256;

interface AtHalf {
  readonly result: LoadResult;
  /** Usage of the service during the measurement. */
  readonly pauses: Pauses;
}

/** Half of the maximum throughput, evenly spread, so that requests do not queue. */
async function atHalf(
  ours: ContestantProcess,
  users: readonly BenchUser[],
  { plan, measures, options }: Running & { readonly measures: Measures },
): Promise<AtHalf> {
  const perSecond = rate(measures, ours.name, 'typical') / 2;
  options.progress(`${Math.round(perSecond)} requests a second`);
  const load = { perSecond, connections: OPEN_CONNECTIONS };
  await ours.offer(users, { ...load, durationMs: 500 });
  await ours.pauses();
  const result = await ours.offer(users, { ...load, durationMs: plan.openMs });
  return { result, pauses: await ours.pauses() };
}

const rate = (measures: Measures, name: Contestant, kind: Kind): number =>
  median(measures.get(name)?.[kind].map(({ perSecond }) => perSecond) ?? []);
const cost = (measures: Measures, name: Contestant, kind: Kind): number =>
  median(measures.get(name)?.[kind].map(({ cpuMicros }) => cpuMicros) ?? []);
const tail = (measures: Measures, name: Contestant, kind: Kind): number =>
  percentile(measures.get(name)?.[kind].flatMap(({ latenciesMs }) => latenciesMs) ?? [], 0.99);

interface Results {
  readonly measures: Measures;
  readonly open: AtHalf;
  readonly forms: Forms;
  readonly plan: Plan;
  readonly stores: string;
}

function report(results: Results): BenchResult {
  const { measures, forms, plan, stores } = results;
  const { result: open, pauses } = results.open;
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const kind of KINDS) {
    for (const name of measures.keys()) {
      const [perSecond, cpuMicros, p99Ms] = [rate, cost, tail].map((of) => rounded(of(measures, name, kind)));
      figures[`${kind}, ${name}: requests/s`] = perSecond!;
      figures[`${kind}, ${name}: CPU µs/request`] = cpuMicros!;
      const p99 = name === 'ReadRows alone' ? '' : `${p99Ms}`;
      if (p99 !== '') figures[`${kind}, ${name}: p99 ms when saturated`] = p99Ms!;
      const ratio = rounded(rate(measures, 'tidemark', kind) / rate(measures, name, kind));
      rows.push([kind, name, `${perSecond}`, `${cpuMicros}`, p99, name === 'tidemark' ? '' : `${ratio}`]);
    }
    const { blocks, rawCells, bytes } = forms[kind];
    figures[`${kind}: blocks`] = blocks;
    figures[`${kind}: single cells`] = rawCells;
    figures[`${kind}: bytes`] = bytes;
  }
  const latencies = [0.5, 0.99, 0.999].map((share) => rounded(percentile(open.latenciesMs, share)));
  const perSecond = rounded(open.latenciesMs.length / open.seconds);
  figures['typical, at half load: requests/s'] = perSecond;
  figures['typical, at half load: p99 ms'] = latencies[1]!;
  figures['typical, at half load: refused'] = open.statuses[503] ?? 0;
  figures['typical, at half load: unanswered'] = open.unanswered;
  const counts = KINDS.map(
    (kind) =>
      `${plan.users[kind]} ${kind} users (${EVENTS[kind]} events in ${forms[kind].blocks} blocks and ${forms[kind].rawCells} cells, ${forms[kind].bytes} bytes)`,
  );
  return {
    figures,
    targets: targetsOf(results, latencies[1]!),
    tables: [
      {
        title: `POST ${'/v1/counts:query'}: 100 candidates, 4 levels, 3 windows; ${CONNECTIONS.typical} connections, for heavy users ${CONNECTIONS.heavy}\n${counts.join('\n')}\nstores: ${stores}`,
        header: ['user', 'contestant', 'requests/s', 'CPU µs/request', 'p99 ms', 'tidemark is × as fast'],
        rows,
      },
      {
        title: 'typical users at half of the saturating load, from when each request was due',
        header: ['requests/s', 'p50 ms', 'p99 ms', 'p99.9 ms', 'refused', 'unanswered'],
        rows: [
          [...[perSecond, ...latencies, open.statuses[503] ?? 0, open.unanswered].map((value) => `${value}`)],
        ],
      },
      tailTable(open, pauses),
    ],
  };
}

function targetsOf({ measures }: Results, p99Ms: number): readonly Target[] {
  const times = (name: Contestant, kind: Kind): number =>
    rate(measures, 'tidemark', kind) / rate(measures, name, kind);
  const cpu = cost(measures, 'tidemark', 'typical') / cost(measures, 'ReadRows alone', 'typical');
  const redis = measures.has('Redis')
    ? [
        target('requests/s, tidemark / Redis, typical', times('Redis', 'typical'), '>=', 1),
        target('requests/s, tidemark / Redis, heavy', times('Redis', 'heavy'), '>=', 1),
      ]
    : [];
  return [
    target('requests/s, tidemark / Express + veneer, typical', times('Express + veneer', 'typical'), '>=', 8),
    target('requests/s, tidemark / Express + veneer, heavy', times('Express + veneer', 'heavy'), '>=', 40),
    ...redis,
    target('CPU per request, tidemark / ReadRows alone, typical', cpu, '<=', 2),
    target('p99 ms, typical, at half of the saturating load', p99Ms, '<=', 8),
  ];
}
