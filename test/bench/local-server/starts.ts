import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BigtableError } from '../../../src/bigtable/client/bigtable-error';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { type BenchOptions, type BenchSize, median } from '../harness';
import { checkTable, createTables } from './answers';
import { build, CliServer } from './cli-server';
import { startGoogle } from './contestants';
import { INSTANCE, type Load, PROJECT, type Rows } from './data';
import type { LoadProcess } from './load-process';
import { settled } from './usage';
import { GrpcStatus } from '../../../src/platform/network/grpc';

/** Results that are not rates: seconds and megabytes. */
export interface Starts {
  readonly startSeconds: number;
  readonly googleStartSeconds: number | undefined;
  readonly rows: number;
  readonly openSeconds: number;
  readonly openedMb: number;
  readonly clusters: number;
  readonly clusterRows: Rows;
  readonly clustersMb: number;
}

interface Plan {
  readonly starts: number;
  readonly largeRows: number;
  readonly sharedRows: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { starts: 5, largeRows: 1_000_000, sharedRows: 100_000 },
  quick: { starts: 1, largeRows: 100_000, sharedRows: 10_000 },
  smoke: { starts: 1, largeRows: 2_000, sharedRows: 200 },
};

export interface Place {
  readonly folder: string;
  readonly options: BenchOptions;
  readonly source: LoadProcess;
  readonly withGoogle: boolean;
}

export async function measureStarts(place: Place): Promise<Starts> {
  const { progress, size } = place.options;
  // CI has built before, and others run the current build.
  if (size !== 'smoke') build();
  progress('starts');
  const started = await emptyStarts(place);
  progress('open a large table');
  const opened = await open(place);
  progress(`${CLUSTERS} clusters`);
  return { ...started, ...opened, ...(await manyClusters(place)) };
}

/** Measures the time from the process's start to its first answer, in turns. */
async function emptyStarts({
  folder,
  options,
  withGoogle,
}: Place): Promise<Pick<Starts, 'startSeconds' | 'googleStartSeconds'>> {
  const own: number[] = [];
  const google: number[] = [];
  for (let round = 0; round < PLANS[options.size].starts; round++) {
    own.push(await secondsToAnswer(() => CliServer.start(join(folder, `empty-${round}`))));
    if (withGoogle) google.push(await secondsToAnswer(startGoogle));
  }
  return { startSeconds: median(own), googleStartSeconds: withGoogle ? median(google) : undefined };
}

async function secondsToAnswer(
  start: () => Promise<{ readonly endpoint: string; stop(): Promise<void> }>,
): Promise<number> {
  const startMs = performance.now();
  const server = await start();
  await firstAnswer(server.endpoint);
  const seconds = (performance.now() - startMs) / 1_000;
  await server.stop();
  return seconds;
}

async function firstAnswer(endpoint: string): Promise<void> {
  const transport = createTransport({ endpoint, plaintext: true });
  const client = createDataClient({ transport, project: PROJECT, instance: INSTANCE });
  try {
    await client.sampleRowKeys('none');
  } catch (error) {
    if (!(error instanceof BigtableError) || error.grpcStatus !== GrpcStatus.NOT_FOUND) throw error;
  }
  await client.close();
}

/** Measures the time from the process's start to its first answer with a large table in its folder. */
async function open({
  folder,
  options,
  source,
}: Place): Promise<Pick<Starts, 'rows' | 'openSeconds' | 'openedMb'>> {
  const dataDir = join(folder, 'large');
  const rows: Rows = { table: 'large', count: PLANS[options.size].largeRows, cells: 1, valueBytes: 40 };
  const first = await CliServer.start(dataDir);
  await fill(first, source, { rows, batch: 500 });
  await first.stop();
  const startMs = performance.now();
  const again = await CliServer.start(dataDir);
  await firstAnswer(again.endpoint);
  const openSeconds = (performance.now() - startMs) / 1_000;
  const openedMb = (await settled(again.pid)).residentBytes / 1e6;
  await check(again, rows);
  await again.stop();
  return { rows: rows.count, openSeconds, openedMb };
}

/** Measures the memory of a server whose table is in many clusters, once all have everything. */
async function manyClusters({
  folder,
  options,
  source,
}: Place): Promise<Pick<Starts, 'clusters' | 'clusterRows' | 'clustersMb'>> {
  const config = join(folder, 'topology.json');
  const place = (index: number): { region: string; zone: string } => {
    const region = `region-${index % REGIONS}`;
    return { region, zone: `${region}-${'abc'[Math.floor(index / REGIONS)]}` };
  };
  const indexes = Array.from({ length: CLUSTERS }, (_, index) => index);
  const clusters = Object.fromEntries(indexes.map((index) => [`cluster-${index}`, place(index)]));
  await writeFile(config, JSON.stringify({ project: PROJECT, instances: { [INSTANCE]: { clusters } } }));
  const rows: Rows = { table: 'shared', count: PLANS[options.size].sharedRows, cells: 10, valueBytes: 40 };
  const server = await CliServer.start(join(folder, 'many'), '--config', config);
  await fill(server, source, { rows, batch: 50 });
  const clustersMb = (await settled(server.pid)).residentBytes / 1e6;
  await server.stop();
  return { clusters: CLUSTERS, clusterRows: rows, clustersMb };
}

async function fill(
  server: CliServer,
  source: LoadProcess,
  { rows, batch }: Pick<Load, 'rows' | 'batch'>,
): Promise<void> {
  const load: Load = { name: 'fill', method: 'MutateRows', rows, order: 'rising', batch, inFlight: 4 };
  await createTables(server.endpoint, [rows.table]);
  await source.prepare(load);
  await source.measure(server);
  await check(server, rows);
}

async function check({ endpoint }: CliServer, rows: Rows): Promise<void> {
  const all = Array.from({ length: rows.count }, (_, index) => index);
  await checkTable({ name: 'durable', endpoint }, rows, all);
}

const CLUSTERS = 20;
/** Maximum number of regions of an instance. */
const REGIONS = 8;
