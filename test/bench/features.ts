/**
 * Cost of the fatigue features of a user's candidates. Compared with a count query for the same candidates, which returns less (one number
 * per action and window), and with the naive implementation: an object for each event, and a pass over all of them for each candidate.
 */
import { IdSet } from '../../src/core/columns/id-set';
import { readEvents } from '../../src/core/columns/read-events';
import type { EventCell } from '../../src/core/columns/event-cell';
import { countEvents } from '../../src/core/counts/count-events';
import type { CountedQuery } from '../../src/core/counts/count-query';
import { fatigueFeatures } from '../../src/core/features/fatigue-features';
import { featureLayoutOf } from '../../src/core/features/feature-layout';
import type { FatigueQuery, FeatureSpec } from '../../src/core/features/feature-spec';
import { referenceFeatures, type PlainEvent } from '../support/reference-features';
import { median, rounded, WrongAnswer, type Benchmark, type BenchSize } from './harness';
import { AD_ACTION, DAY_MS, eventsOfUser, FIRST_DAY_MS, rawCells, TYPE, weekBlocks } from './scan/data';

const HOUR_MS = 3_600_000;
const DAYS = 28;
const AS_OF_MS = FIRST_DAY_MS + DAYS * DAY_MS;
const WINDOWS = { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS };
const DECAYS = { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS };
const USERS = [
  { name: 'light', eventsPerDay: 2 },
  { name: 'typical', eventsPerDay: 36 },
  { name: 'heavy', eventsPerDay: 714 },
] as const;
const CANDIDATES = 100;
const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { warmUps: 3, rounds: 15, eventsPerRound: 20_000 },
  quick: { warmUps: 3, rounds: 3, eventsPerRound: 20_000 },
  smoke: { warmUps: 0, rounds: 1, eventsPerRound: 1 },
};

const lengths = (named: Readonly<Record<string, number>>) =>
  Object.entries(named).map(([name, lengthMs]) => ({ name, lengthMs }));
const actions = ['impression', 'click'].map((name) => TYPE.actions.find((action) => action.name === name)!);

const SPEC: FeatureSpec = {
  dataType: AD_ACTION,
  levels: TYPE.levels,
  actions,
  windows: lengths(WINDOWS),
  halfLives: lengths(DECAYS),
  scales: lengths(DECAYS),
  lookbackMs: 30 * DAY_MS,
  where: [],
  rate: { clicks: 1, impressions: 0 },
};
const LAYOUT = featureLayoutOf(SPEC);

interface Stage {
  readonly plain: readonly PlainEvent[];
  readonly blocks: readonly EventCell[];
  readonly raw: readonly EventCell[];
  readonly query: FatigueQuery;
  readonly counts: CountedQuery;
}

function stageOf(eventsPerDay: number): Stage {
  const events = eventsOfUser({ days: DAYS, eventsPerDay, ads: 400, seed: 7 });
  const raw = rawCells(events);
  const plain = events.map(({ action, eventTimeMs, dimensions }) => ({
    action,
    timeMs: eventTimeMs,
    dimensions: Object.fromEntries(TYPE.dimensions.map(({ name, index }) => [name, dimensions[index]])),
  }));
  const ads = [...new Map(plain.map(({ dimensions }) => [dimensions['adId'], dimensions])).values()];
  const candidates = ads
    .slice(0, CANDIDATES)
    .map((ids) => TYPE.levels.map(({ dimension }) => ids[dimension.name]));
  const entities = TYPE.levels.map((level, i) => ({
    level,
    ids: new IdSet(candidates.map((each) => each[i]!)),
  }));
  const windows = Object.entries(WINDOWS).map(([name, ms]) => ({
    name,
    fromMs: AS_OF_MS - ms,
    toMs: AS_OF_MS,
  }));
  return {
    plain,
    raw,
    blocks: weekBlocks(raw),
    query: { spec: SPEC, userId: 'u', candidates, asOfMs: AS_OF_MS },
    counts: { actions, where: [], entities, windows, groupBy: ['action'] },
  };
}

const featuresOf = (cells: readonly EventCell[], { query }: Stage): Float32Array =>
  fatigueFeatures(query, LAYOUT, { parts: readEvents(cells, TYPE).parts, countedFromMs: 0 });
const countsOf = (cells: readonly EventCell[], { counts }: Stage): unknown =>
  countEvents(counts, readEvents(cells, TYPE).parts, 0);

/** Each candidate's entities by name, and all events as objects. */
function plainly({ plain, query }: Stage, candidates = query.candidates): Record<string, number>[] {
  const spec = {
    levels: TYPE.levels.map(({ name, dimension }) => [name, dimension.name] as const),
    actions: actions.map(({ name }) => name),
    windows: WINDOWS,
    halfLives: DECAYS,
    scales: DECAYS,
    lookbackMs: SPEC.lookbackMs,
    rate: { clicks: 'click', impressions: 'impression' },
  };
  return candidates.map((ids) => {
    const candidate = Object.fromEntries(TYPE.levels.map(({ dimension }, i) => [dimension.name, ids[i]!]));
    return referenceFeatures(plain, spec, { candidate, asOfMs: AS_OF_MS });
  });
}

function compare(stage: Stage): void {
  const [packed, single] = [featuresOf(stage.blocks, stage), featuresOf(stage.raw, stage)];
  if (!Buffer.from(packed.buffer).equals(Buffer.from(single.buffer))) {
    throw new WrongAnswer('features of blocks are not those of single events');
  }
  plainly(stage, stage.query.candidates.slice(0, 10)).forEach((expected, candidate) =>
    LAYOUT.names.forEach((name, i) => {
      const actual = packed[candidate * LAYOUT.names.length + i]!;
      const isNear = Math.abs(actual - expected[name]!) <= 1e-5 + Math.abs(expected[name]!) * 2 ** -22;
      if (isNear || (Number.isNaN(actual) && Number.isNaN(expected[name]))) return;
      throw new WrongAnswer(`${name} of candidate ${candidate}: ${actual}, not ${expected[name]}`);
    }),
  );
}

/** Microseconds of this process for one call: others may be busy. */
function cpuMicros(run: () => unknown, times: number): number {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

interface Pace {
  readonly warmUps: number;
  readonly rounds: number;
  /** A call is repeated until it has gone through about so many. */
  readonly eventsPerRound: number;
}

function measure(stage: Stage, { warmUps, rounds, eventsPerRound }: Pace): readonly number[] {
  const times = Math.ceil(eventsPerRound / stage.plain.length);
  const contestants: readonly (readonly [() => unknown, number])[] = [
    [() => featuresOf(stage.blocks, stage), times],
    [() => countsOf(stage.blocks, stage), times],
    [() => featuresOf(stage.raw, stage), times],
    [() => countsOf(stage.raw, stage), times],
    [() => plainly(stage, stage.query.candidates.slice(0, 10)), 1],
  ];
  const taken = contestants.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round++) {
    contestants.forEach(([run, often], i) => {
      const micros = cpuMicros(run, often);
      if (round >= 0) taken[i]!.push(micros);
    });
  }
  // The plain way was only tried with a tenth of the candidates, each of which is a pass of its own.
  return taken.map((micros, i) => median(micros) * (i === 4 ? stage.query.candidates.length / 10 : 1));
}

export const benchmark: Benchmark = {
  name: 'features',
  description: 'fatigue features beside a count query of the same user, and beside objects and passes',
  run({ size, progress }) {
    const rows: string[][] = [];
    const figures: Record<string, number> = {};
    for (const { name, eventsPerDay } of USERS) {
      const stage = stageOf(eventsPerDay);
      compare(stage);
      const events = stage.plain.length;
      progress(`${name}: ${events} events, answers compared`);
      const [packed, packedCounts, raw, rawCounts, plain] = measure(stage, PACES[size]) as number[];
      rows.push([
        name,
        `${events}`,
        ...[packed, packedCounts, raw, rawCounts, plain].map((us) => `${rounded(us!)}`),
      ]);
      figures[`${name}PackedMicros`] = rounded(packed!);
      figures[`${name}PackedNsPerEvent`] = rounded((packed! * 1_000) / events);
      figures[`${name}RawMicros`] = rounded(raw!);
      figures[`${name}PackedToCount`] = rounded(packed! / packedCounts!);
      figures[`${name}RawToCount`] = rounded(raw! / rawCounts!);
      figures[`${name}PlainToPacked`] = rounded(plain! / packed!);
    }
    const header = [
      'user',
      'events',
      'packed',
      'counts, packed',
      'single',
      'counts, single',
      'objects and passes',
    ];
    const title = `CPU of one answer in µs, decoding included: ${CANDIDATES} candidates, 4 levels, 104 features each`;
    return Promise.resolve({ figures, targets: [], tables: [{ title, header, rows }] });
  },
};
