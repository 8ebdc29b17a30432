/**
 * Cost of watermarks for an eventual read: the production reader compared with itself without them, and with a bare read of the
 * row.
 */
import { cellsPerColumnLimit, chain, familyIs, interleave } from '../../../src/bigtable/read/filters';
import type { Row } from '../../../src/bigtable/client/types';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import type { Topology } from '../../../src/routing/topology/topology';
import { type BenchOptions, type BenchSize, median, WrongAnswer } from '../harness';
import { cpuMicrosBetween, settled, usageOf } from '../local-server/usage';
import { Bigtable } from './bigtable';
import { FILTER, keyOf, manyCells } from './rows';
import { openStore, type RegionStore } from './store';
import { HOME, oneRegion, TABLE, twoRegions } from './topology';

/**
 * `bare`: a read of the data client. `along`: the same, with the watermark fetched and left alone. `plain`: the production
 * reader, with its routing, hedging and deadlines, where nothing is fetched and judged but the row. `reader`: as it is.
 */
export const CONTESTANTS = ['bare', 'along', 'plain', 'reader'] as const;
type Name = (typeof CONTESTANTS)[number];

/** Processor time per read, microseconds. */
export interface Cost {
  readonly client: number;
  readonly server: number;
}

export interface CostOfShape {
  readonly clusters: number;
  readonly cells: number;
  readonly watermarks: number;
  readonly costs: Readonly<Record<Name, Cost>>;
  /** The median of the rounds' ratios of the reader to itself without watermarks, both processes together. */
  readonly watermark: number;
  /** … and of ratios to a bare read. */
  readonly along: number;
  readonly reader: number;
  /** … and of the client alone. */
  readonly readerClient: number;
}

type Shape = Pick<CostOfShape, 'cells' | 'watermarks'>;

const SHAPES: readonly Shape[] = [
  { cells: 1, watermarks: 1 },
  { cells: 1, watermarks: 3 },
  { cells: 100, watermarks: 1 },
  { cells: 100, watermarks: 3 },
];
const SHAPES_OF: Readonly<Record<BenchSize, readonly Shape[]>> = {
  full: SHAPES,
  quick: [SHAPES[0]!, SHAPES[3]!],
  smoke: [SHAPES[3]!],
};

interface Pace {
  /** The first round warms the compiler up, which takes thousands of reads. */
  readonly warmUpReads: number;
  readonly rounds: number;
  readonly reads: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { warmUpReads: 8_000, rounds: 6, reads: 8_000 },
  quick: { warmUpReads: 5_000, rounds: 2, reads: 2_000 },
  smoke: { warmUpReads: 20, rounds: 1, reads: 100 },
};

/** For reads that cost more the more columns they have: rounds, of which the first warms up, and reads of a round. */
export const ROUNDS: Readonly<Record<BenchSize, number>> = { full: 4, quick: 4, smoke: 2 };
const COLUMNS_READ: Readonly<Record<BenchSize, number>> = { full: 80_000, quick: 20_000, smoke: 2_000 };

/** Returns the number of reads of rows with so many columns. */
export const readsOf = (size: BenchSize, columns: number): number =>
  Math.max(MIN_READS[size], Math.round(COLUMNS_READ[size] / columns));
const MIN_READS: Readonly<Record<BenchSize, number>> = { full: 100, quick: 100, smoke: 20 };
const WRITERS = 3;
const IN_FLIGHT = 16;

/** Measures with a single cluster, and with two, where the reader could query the other one too. */
export async function measureCosts(options: BenchOptions): Promise<CostOfShape[]> {
  const costs: CostOfShape[] = [];
  for (const topology of [oneRegion(), twoRegions(0)]) costs.push(...(await measureIn(topology, options)));
  return costs;
}

async function measureIn(topology: Topology, options: BenchOptions): Promise<CostOfShape[]> {
  const clusters = topology.instances[0]!.clusters.length;
  const bigtable = await Bigtable.start(topology);
  // Heartbeats and hedges would be charged to the reads that run meanwhile.
  const writers = Array.from({ length: WRITERS }, () => openStore(bigtable, { region: HOME, quiet: true }));
  const costs: CostOfShape[] = [];
  try {
    for (const [index, shape] of SHAPES_OF[options.size].entries()) {
      options.progress(
        `cost: ${clusters} clusters, ${shape.cells} cells, ${shape.watermarks} watermark columns`,
      );
      const key = keyOf(index);
      for (const { writer } of writers.slice(0, shape.watermarks)) {
        await writer.mutateRow(TABLE, { key, mutations: manyCells(shape.cells) });
      }
      const reads = contestantsOf(writers[0]!, key);
      await compareAnswers(shape, reads);
      costs.push({ clusters, ...shape, ...(await measureInTurns(bigtable.pid, reads, PACES[options.size])) });
    }
    return costs;
  } finally {
    for (const store of writers) await store.close();
    await bigtable.stop();
  }
}

type Reads = Readonly<Record<Name, () => Promise<Row | undefined>>>;

function contestantsOf({ reader, plain, router, clients }: RegionStore, key: Buffer): Reads {
  const client = clients.of(router.forRead(TABLE, key)[0]!);
  const read = { table: TABLE, key, filter: FILTER };
  const along = {
    ...read,
    filter: interleave(FILTER, chain(familyIs(WATERMARK_FAMILY), cellsPerColumnLimit(1))),
  };
  return {
    bare: () => client.readRow(read),
    along: () => client.readRow(along),
    plain: async () => (await plain.readRow(read, EVENTUAL)).row,
    reader: async () => (await reader.readRow(read, EVENTUAL)).row,
  };
}

async function compareAnswers({ cells, watermarks }: Shape, reads: Reads): Promise<void> {
  const [own, both] = [await reads.bare(), await reads.along()];
  if (own?.cells.length !== cells) throw new WrongAnswer(`a bare read gave ${own?.cells.length} cells`);
  if (both?.cells.length !== cells + watermarks) throw new WrongAnswer('the row has another watermark');
  for (const name of ['plain', 'reader'] as const) {
    const row = await reads[name]();
    if (JSON.stringify(own) !== JSON.stringify(row)) throw new WrongAnswer(`${name} answers otherwise`);
  }
}

async function measureInTurns(
  serverPid: number,
  reads: Reads,
  { warmUpReads, rounds: measuredRounds, reads: readsPerRound }: Pace,
): Promise<Omit<CostOfShape, keyof Shape | 'clusters'>> {
  const rounds: Record<Name, Cost>[] = [];
  for (let round = 0; round <= measuredRounds; round++) {
    const costs = {} as Record<Name, Cost>;
    const count = round === 0 ? warmUpReads : readsPerRound;
    // In turns, each as often first as last: whatever drifts strikes all alike.
    const order = round % 2 === 0 ? CONTESTANTS : [...CONTESTANTS].reverse();
    for (const name of order) costs[name] = await costOf(serverPid, reads[name], count);
    if (round > 0) rounds.push(costs);
  }
  const medianOf = (name: Name, part: keyof Cost): number => median(rounds.map((each) => each[name][part]));
  const ratio = (of: (costs: Record<Name, Cost>) => number): number => median(rounds.map(of));
  const costOfName = (name: Name): Cost => ({
    client: medianOf(name, 'client'),
    server: medianOf(name, 'server'),
  });
  const costs = CONTESTANTS.map((name) => [name, costOfName(name)] as const);
  return {
    costs: Object.fromEntries(costs) as Record<Name, Cost>,
    watermark: ratio(({ plain, reader }) => total(reader) / total(plain)),
    along: ratio(({ bare, along }) => total(along) / total(bare)),
    reader: ratio(({ bare, reader }) => total(reader) / total(bare)),
    readerClient: ratio(({ bare, reader }) => reader.client / bare.client),
  };
}

const total = ({ client, server }: Cost): number => client + server;

export async function costOf(serverPid: number, read: Reads[Name], reads: number): Promise<Cost> {
  const server = usageOf(serverPid);
  const client = process.cpuUsage();
  let sent = 0;
  const readOn = async (): Promise<void> => {
    while (sent++ < reads) await read();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, readOn));
  const { user, system } = process.cpuUsage(client);
  const after = await settled(serverPid);
  return { client: (user + system) / reads, server: cpuMicrosBetween(server, after) / reads };
}
