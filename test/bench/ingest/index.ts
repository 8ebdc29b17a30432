import { createHash } from 'node:crypto';
import { deduplicate } from '../../support/reference-counts';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type BenchOptions,
  type Benchmark,
  type BenchResult,
  type BenchSize,
} from '../harness';
import { eventsOf, rowsOf, type EventSet } from './data';
import { Stage } from './stage';
import type { RunFigures } from './worker';

interface Pace {
  /** Events of the sets that are compared before anything is measured. */
  readonly compared: number;
  readonly rounds: number;
  readonly events: number;
  readonly users: number;
  /** Figures of the rounds with long histories. */
  readonly historyEvents: number;
  readonly historyUsers: number;
  /** Events that each user of the shortest history has already. */
  readonly historyMin: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: {
    compared: 2_000,
    rounds: 5,
    events: 20_000,
    users: 1_000,
    historyEvents: 10_000,
    historyUsers: 40,
    historyMin: 100,
  },
  quick: {
    compared: 2_000,
    rounds: 3,
    events: 4_000,
    users: 1_000,
    historyEvents: 2_000,
    historyUsers: 6,
    historyMin: 100,
  },
  smoke: {
    compared: 100,
    rounds: 1,
    events: 100,
    users: 20,
    historyEvents: 50,
    historyUsers: 1,
    historyMin: 5,
  },
};

/** Lengths of histories, in lengths of the shortest one. */
const HISTORIES = { '1x': 1, '10x': 10, '100x': 100 } as const;
type History = keyof typeof HISTORIES;

const EVENTS_PER_BATCH_MESSAGE = 50;

/** Rounds with their contestants and the number of events per message. */
const CONTESTS = {
  tidemark: ['tidemark', 1],
  tidemark_batches: ['tidemark', EVENTS_PER_BATCH_MESSAGE],
  pull: ['pull', 1],
  mutate: ['mutate', 1],
} as const;
type Contest = keyof typeof CONTESTS;

export const benchmark: Benchmark = {
  name: 'ingest',
  description:
    "events from Pub/Sub to durable: our consumer, the official client's pull and ack, bare MutateRows; and on long histories",
  hasStores: true,
  async run(options) {
    const stage = await Stage.open(options.store);
    try {
      for (const name of ['tidemark', 'pull', 'mutate']) await stage.start(name);
      options.progress(`compares what is stored on ${stage.bigtable.name}`);
      await compare(stage, PACES[options.size].compared);
      const contests = await measureContests(stage, options);
      await compareMeasured(stage, PACES[options.size]);
      const histories = await measureHistories(stage, options);
      return report(contests, histories, { server: stage.bigtable.name, ...PACES[options.size] });
    } finally {
      await stage.close();
    }
  },
};

const endMs = Date.now();

/** Checks that cells and counts are those of the events, each delivered once or twice, whichever contestant wrote them. */
async function compare(stage: Stage, count: number): Promise<void> {
  for (const [contest, [name, perMessage]] of Object.entries(CONTESTS)) {
    if (name === 'pull') continue;
    const set: EventSet = { name: `same-${contest}`, users: 20, first: 0, count, endMs };
    await stage.run(name, set, perMessage);
    await expectStored(stage, set);
  }
}

/** Users who were written to in every round; two of them, since each is read as a whole. */
async function compareMeasured(stage: Stage, { rounds, events: count, users }: Pace): Promise<void> {
  for (const contest of Object.keys(CONTESTS) as Contest[]) {
    if (CONTESTS[contest][0] === 'pull') continue;
    const sets = Array.from({ length: rounds + 1 }, (_, round) => setOf(contest, round, { count, users }));
    for (const user of [0, users - 1]) await expectUser(stage, `${contest}-${user}`, sets.flatMap(eventsOf));
  }
}

function setOf(
  name: string,
  round: number,
  { count, users }: { readonly count: number; readonly users: number },
): EventSet {
  return { name, users, first: round * count, count, endMs };
}

async function expectStored(stage: Stage, set: EventSet): Promise<void> {
  const events = eventsOf(set);
  for (let user = 0; user < set.users; user++) await expectUser(stage, `${set.name}-${user}`, events);
}

async function expectUser(stage: Stage, userId: string, events: Parameters<typeof rowsOf>[0]): Promise<void> {
  const own = events.filter((event) => event.userId === userId);
  const cells = await stage.cellsOf(userId);
  if (digest(cells) !== digest(cellsOf(own))) {
    throw new WrongAnswer(`${userId} has ${cells.length} cells, and not those of its events`);
  }
  const counted = new Set(cells.map((cell) => cell.slice(0, DEDUP_PREFIX_DIGITS))).size;
  const expected = deduplicate(own).length;
  if (counted !== expected) throw new WrongAnswer(`${userId} counts ${counted}, not ${expected}`);
}

const DEDUP_PREFIX_DIGITS = 34;

function cellsOf(events: Parameters<typeof rowsOf>[0]): string[] {
  const cells = rowsOf(events).flatMap(({ mutations }) =>
    mutations.map(({ setCell }) => {
      const hex = (bytes: unknown): string => (bytes as Buffer).toString('hex');
      return `${hex(setCell!.columnQualifier)}@${Number(setCell!.timestampMicros)}=${hex(setCell!.value)}`;
    }),
  );
  return [...new Set(cells)].sort();
}

function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

async function measureContests(
  stage: Stage,
  { size, progress }: BenchOptions,
): Promise<ReadonlyMap<Contest, RunFigures>> {
  const { rounds, events: count, users } = PACES[size];
  const runs = new Map<Contest, RunFigures[]>();
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'warms up' : `round ${round} of ${rounds}: ${Object.keys(CONTESTS).join(', ')}`);
    for (const contest of Object.keys(CONTESTS) as Contest[]) {
      const [name, perMessage] = CONTESTS[contest];
      const set = setOf(contest, round, { count, users });
      const figures = await stage.run(name, set, perMessage);
      if (round > 0) runs.set(contest, [...(runs.get(contest) ?? []), figures]);
    }
  }
  return new Map([...runs].map(([contest, all]) => [contest, medians(all)]));
}

async function measureHistories(
  stage: Stage,
  { size, progress }: BenchOptions,
): Promise<ReadonlyMap<History, RunFigures>> {
  const { rounds, historyEvents: count, historyUsers: users, historyMin } = PACES[size];
  const names = Object.keys(HISTORIES) as History[];
  for (const name of names) {
    const events = historyMin * HISTORIES[name];
    progress(`gives ${users} users ${events} events each`);
    await stage.run('mutate', { name, users, first: 0, count: users * events, endMs });
  }
  const runs = new Map<History, RunFigures[]>();
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}: histories of ${names.join(', ')}`);
    for (const name of names) {
      const first = users * historyMin * HISTORIES[name] + round * count;
      const figures = await stage.run('tidemark', { name, users, first, count, endMs });
      runs.set(name, [...(runs.get(name) ?? []), figures]);
    }
  }
  return new Map([...runs].map(([name, all]) => [name, medians(all)]));
}

function medians(runs: readonly RunFigures[]): RunFigures {
  return {
    perSecond: median(runs.map(({ perSecond }) => perSecond)),
    cpuMicros: median(runs.map(({ cpuMicros }) => cpuMicros)),
  };
}

const TITLES: Readonly<Record<Contest, string>> = {
  tidemark: 'our consumer, one event a message',
  tidemark_batches: `our consumer, ${EVENTS_PER_BATCH_MESSAGE} events a message`,
  pull: "the official client's pull and ack, unread",
  mutate: 'bare MutateRows of the same cells',
};

function report(
  contests: ReadonlyMap<Contest, RunFigures>,
  histories: ReadonlyMap<History, RunFigures>,
  { server, historyMin }: Pick<Pace, 'historyMin'> & { readonly server: string },
): BenchResult {
  const figures: Record<string, number> = {};
  const note = (name: string, { perSecond, cpuMicros }: RunFigures): void => {
    figures[`${name}_per_second`] = rounded(perSecond);
    figures[`${name}_cpu_us`] = rounded(cpuMicros);
  };
  for (const [contest, found] of contests) note(contest, found);
  for (const [name, found] of histories) note(`history_${name}`, found);
  const bare = contests.get('pull')!.cpuMicros + contests.get('mutate')!.cpuMicros;
  const timesBare = contests.get('tidemark')!.cpuMicros / bare;
  const rate = contests.get('tidemark')!.perSecond / contests.get('pull')!.perSecond;
  const growth = (name: History): number => histories.get(name)!.cpuMicros / histories.get('1x')!.cpuMicros;
  Object.assign(figures, {
    cpu_times_bare: rounded(timesBare),
    rate_of_pull: rounded(rate),
    growth_10x: rounded(growth('10x')),
    growth_100x: rounded(growth('100x')),
  });
  return {
    figures,
    targets: [
      target('CPU per event, of bare pull + bare MutateRows', timesBare, '<=', 1.25),
      target('cost per event as histories grow 10×', growth('10x'), '<=', 1.1),
      target('cost per event as histories grow 100×', growth('100x'), '<=', 1.1),
    ],
    tables: [contestTable(contests, server), historyTable(histories, historyMin)],
  };
}

function contestTable(
  contests: ReadonlyMap<Contest, RunFigures>,
  server: string,
): BenchResult['tables'][number] {
  return {
    title: `Events from Google's Pub/Sub emulator into ${server}; CPU of the client's process`,
    header: ['', 'events/s', 'CPU µs/event'],
    rows: [...contests].map(([contest, found]) => row(TITLES[contest], found)),
  };
}

function historyTable(
  histories: ReadonlyMap<History, RunFigures>,
  historyMin: number,
): BenchResult['tables'][number] {
  return {
    title: 'Our consumer, by the events that each user has already',
    header: ['history', 'events/s', 'CPU µs/event'],
    rows: [...histories].map(([name, found]) =>
      row(`${historyMin * HISTORIES[name]} events (${name})`, found),
    ),
  };
}

function row(title: string, { perSecond, cpuMicros }: RunFigures): string[] {
  return [title, `${rounded(perSecond)}`, `${rounded(cpuMicros)}`];
}
