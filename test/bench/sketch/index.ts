/**
 * Sketches: how fast items are added and how far estimates are from the truth, beside Redis; what counting writes to
 * Bigtable; and what counts of many campaigns cost.
 */
import { applySchema } from '../../support/running-app';
import { openTestStore } from '../../support/open-test-store';
import { startBigtableProcess } from '../bigtable-process';
import { HOW_TO_INSTALL, startRedis } from '../counts/redis-server';
import {
  rounded,
  target,
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchTable,
  type Target,
} from '../harness';
import { measureErrors, measureLargeErrors, pooled, type ErrorFigures } from './errors';
import { measureGrowth, type GrowthFigures } from './growth';
import { measureAdds, type AddFigures } from './rates';
import { measureReads, type ReadFigures } from './reads';
import { RedisSketches } from './redis-pfadd';
import { measureWrites, type WriteFigures } from './writes';

const STANDARD_ERROR_MAX = 0.0081;

export const benchmark: Benchmark = {
  name: 'sketch',
  description:
    'adds and errors of sketches beside Redis; bytes written per event; counts of 1,000 campaigns in one read',
  hasStores: true,
  run,
};

interface Figures {
  readonly adds: readonly AddFigures[];
  readonly errors: readonly ErrorFigures[];
  readonly large: readonly ErrorFigures[];
  readonly writes: readonly WriteFigures[];
  readonly reads: readonly ReadFigures[];
  readonly growth: readonly GrowthFigures[];
  readonly redisVersion: string | undefined;
}

async function run(options: BenchOptions): Promise<BenchResult> {
  const figures = {
    ...(await besideRedis(options)),
    ...(await onBigtable(options)),
    growth: await measureGrowth(options),
  };
  return {
    figures: namedFigures(figures),
    targets: targetsOf(figures),
    tables: [
      addTable(figures),
      errorTable(figures),
      writeTable(figures),
      growthTable(figures),
      readTable(figures),
    ],
  };
}

async function besideRedis(
  options: BenchOptions,
): Promise<Pick<Figures, 'adds' | 'errors' | 'large' | 'redisVersion'>> {
  const server = await startRedis();
  if (server === undefined) options.progress(`${HOW_TO_INSTALL}; that contestant is left out`);
  const redis = server && (await RedisSketches.open(server.url));
  try {
    const adds = await measureAdds(redis, options);
    const errors = await measureErrors(redis, options);
    return { adds, errors, large: await measureLargeErrors(options), redisVersion: server?.version };
  } finally {
    await redis?.close();
    await server?.stop();
  }
}

async function onBigtable(options: BenchOptions): Promise<Pick<Figures, 'writes' | 'reads'>> {
  const bigtable = await startBigtableProcess(options.store);
  await applySchema(bigtable.endpoint);
  const store = openTestStore({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint });
  try {
    const writes = await measureWrites(store, options);
    return { writes, reads: await measureReads(store, bigtable.endpoint, options) };
  } finally {
    await store.close();
    await bigtable.stop();
  }
}

function targetsOf({ adds, errors, large, writes }: Figures): readonly Target[] {
  const [ours, pfadd] = adds;
  const all = [...errors, ...large];
  return [
    ...(pfadd === undefined
      ? []
      : [
          target(
            "adds per CPU-second, times PFADD's of its server's CPU",
            pfadd.server! / ours!.client,
            '>=',
            10,
          ),
          target("pooled error, times Redis's", pooled(errors, 'ours') / pooled(errors, 'redis'), '<=', 1),
        ]),
    target(
      'reported standard error, at most',
      Math.max(...all.map(({ ours: { reported } }) => reported!)),
      '<=',
      STANDARD_ERROR_MAX,
    ),
    target(
      'writes of a campaign in a flush interval, at most',
      Math.max(...writes.map((each) => each.writesPerFlush)),
      '<=',
      1,
    ),
  ];
}

const text = (value: number | undefined): string => (value === undefined ? '' : String(rounded(value)));
const percent = (value: number | undefined): string =>
  value === undefined ? '' : `${(100 * value).toFixed(3)} %`;

function addTable({ adds, redisVersion }: Figures): BenchTable {
  const [ours] = adds;
  return {
    title: `Adding many different items of 27 bytes to one sketch, hashing included; Redis ${redisVersion ?? 'not installed'}, 1,000 commands pipelined`,
    header: ['', 'CPU ns/item', 'of the server', 'adds per CPU-s', 'adds/s', 'CPU × ours', "server's × ours"],
    rows: adds.map(({ name, client, server, itemsPerSecond }) => [
      name,
      ...[client, server, 1e9 / (server ?? client), itemsPerSecond].map(text),
      ...(server === undefined
        ? ['', '']
        : [(client + server) / ours!.client, server / ours!.client].map(text)),
    ]),
  };
}

function errorTable({ errors, large }: Figures): BenchTable {
  return {
    title:
      'Relative error over all trials: root of the mean square, and mean; on the same items (from 10^7, random hashes)',
    header: ['items', 'trials', 'tidemark', 'as reported', 'mean', 'Redis', 'mean'],
    rows: [...errors, ...large].map(({ size, trials, ours, redis }) => [
      size.toLocaleString('en'),
      `${trials}`,
      ...[ours.rms, ours.reported, ours.mean, redis?.rms, redis?.mean].map(percent),
    ]),
  };
}

function writeTable({ writes }: Figures): BenchTable {
  return {
    title:
      'What is written to Bigtable: four sketches (views and users, of the day and of the hour), a new user for each event; one flush in 250 ms at most',
    header: [
      'events of a campaign',
      'a second',
      'campaigns',
      'bytes/event',
      'bytes/write',
      'writes per campaign and flush',
    ],
    rows: writes.map((each) => [
      each.events.toLocaleString('en'),
      ...[
        each.eventsPerSecond,
        each.campaigns,
        each.bytesPerEvent,
        each.bytesPerFlush,
        each.writesPerFlush,
      ].map(text),
    ]),
  };
}

function growthTable({ growth }: Figures): BenchTable {
  return {
    title:
      'What is written of the row of a campaign’s day, all of which is there until Bigtable compacts it; a new user for each event',
    header: ['events a day', 'processes', 'MB each', 'MB together', 'bytes/write', 'longest wait, ms'],
    rows: growth.map(({ events, processes, writes, bytes, longestWaitMs }) => [
      ...[events, processes].map((each) => each.toLocaleString('en')),
      ...[bytes / 1e6, (processes * bytes) / 1e6, bytes / writes, longestWaitMs].map(text),
    ]),
  };
}

function readTable({ reads }: Figures): BenchTable {
  return {
    title: `Counts of a day of ${reads[0]!.campaigns.toLocaleString('en')} campaigns in one read, two writers each, beside the bare ReadRows of the same cells`,
    header: ['counts', 'cells', 'MB', 'ms', 'CPU ms', 'ReadRows ms', 'CPU ms'],
    rows: reads.map(({ name, cells, bytes, ms, cpuMs, floorMs, floorCpuMs }) => [
      name,
      ...[cells, bytes / 1e6, ms, cpuMs, floorMs, floorCpuMs].map(text),
    ]),
  };
}

function namedFigures({ adds, errors, large, writes, growth, reads }: Figures): Record<string, number> {
  const figures: Record<string, number> = {};
  const set = (name: string, value: number | undefined): void => {
    if (value !== undefined) figures[name] = rounded(value);
  };
  for (const { name, client, server, itemsPerSecond } of adds) {
    set(`adds, ${name}: CPU ns/item`, client);
    set(`adds, ${name}: server CPU ns/item`, server);
    set(`adds, ${name}: items/s`, itemsPerSecond);
  }
  for (const { size, ours, redis } of [...errors, ...large]) {
    set(`error at ${size}`, ours.rms);
    set(`error at ${size}, reported`, ours.reported);
    set(`error at ${size}, Redis`, redis?.rms);
  }
  for (const { events, eventsPerSecond, ...each } of writes) {
    set(`${events} events, ${eventsPerSecond}/s: bytes/event`, each.bytesPerEvent);
    set(`${events} events, ${eventsPerSecond}/s: writes per campaign and flush`, each.writesPerFlush);
  }
  for (const { events, processes, bytes } of growth) {
    set(`${events} events a day, ${processes} processes: MB written of the row`, (processes * bytes) / 1e6);
  }
  for (const { name, campaigns, ms, cpuMs, floorMs, floorCpuMs } of reads) {
    const of = `${campaigns} campaigns, ${name}`;
    set(`${of}: ms`, ms);
    set(`${of}: CPU ms`, cpuMs);
    set(`${of}: ReadRows ms`, floorMs);
    set(`${of}: ReadRows CPU ms`, floorCpuMs);
  }
  return figures;
}
